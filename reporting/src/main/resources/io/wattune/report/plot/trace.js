
'use strict';
(function () {
  var trace = JSON.parse(document.getElementById('trace').textContent);
  var holder = document.getElementById('chart');
  var chart = echarts.init(holder, null, {renderer: 'canvas'});
  var grid = {left: 72, right: 24, top: 84, bottom: 104};
  var range = [0, trace.endSeconds];
  var measure = document.createElement('canvas').getContext('2d');
  // Each line is thinner than the one below it, so that lines that coincide are all seen.
  var wider = trace.series.some(function (series) { return series.role === 'smoothed'; }) ? 2.6 : 0;
  var widths = {meter: 8 + wider, raw: 4.6 + wider, true: 2 + wider, smoothed: 1.8};
  var depths = {meter: 3, raw: 4, true: 5, smoothed: 6};
  var font = '"DejaVu Sans", "Segoe UI", Roboto, system-ui, sans-serif';
  measure.font = '13px ' + font;

  function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  }

  function seconds(value) {
    return String(Number(value.toFixed(6)));
  }

  /** Text that the chart's own markup cannot misread. */
  function plain(text) {
    return text.replace(/[{}|]/g, ' ');
  }

  function points(series, valueAt) {
    return series.seconds.map(function (t, i) {
      var value = series.watts[i] === null ? null : valueAt(i);
      return [t, value];
    });
  }

  function line(series) {
    return {
      id: series.name + '/line', name: series.name, type: 'line', showSymbol: false, symbolSize: 7, z: depths[series.role],
      data: points(series, function (i) { return series.watts[i]; }),
      lineStyle: {width: widths[series.role], color: colour(series.role)}, itemStyle: {color: colour(series.role)},
      emphasis: {disabled: true}
    };
  }

  /** One standard error to each side: an invisible lower line and a filled one stacked upon it. */
  function band(series) {
    function part(id, valueAt, opacity) {
      return {
        // Power comes first, since what is stacked is the first column.
        encode: {x: 1, y: 0},
        id: series.name + '/' + id, name: series.name, type: 'line', stack: series.name, stackStrategy: 'all', symbol: 'none', silent: true, z: 3,
        data: points(series, valueAt).map(function (point) { return [point[1], point[0]]; }), lineStyle: {opacity: 0}, itemStyle: {color: colour(series.role)},
        areaStyle: {color: colour(series.role), opacity: opacity}, emphasis: {disabled: true}
      };
    }
    return [
      part('low', function (i) { return series.watts[i] - series.errors[i]; }, 0),
      part('band', function (i) { return 2 * series.errors[i]; }, 0.25)
    ];
  }

  /** Each activity with as much of its label as there is room for: name and energy, its number, or nothing. */
  function areas() {
    var width = chart.getWidth() - grid.left - grid.right;
    var scale = width / (range[1] - range[0]);
    var freeFrom = -Infinity;
    return trace.activities.map(function (activity, i) {
      var left = Math.max(0, (activity.startSeconds - range[0]) * scale);
      var right = Math.min(width, (activity.endSeconds - range[0]) * scale);
      var room = right - left;
      var middle = (left + right) / 2;
      var full = measure.measureText(activity.name).width;
      var energy = measure.measureText(activity.energy).width;
      var text = '';
      if (room > Math.max(full, energy) + 10) {
        text = activity.name + '\n' + activity.energy;
      } else if (right > left && middle - 9 > freeFrom) {
        text = '#' + (i + 1);
      }
      if (text) {
        freeFrom = Math.max(right, middle + 12);
      }
      return [
        {name: plain(text), xAxis: activity.startSeconds, itemStyle: {color: colour('shade'), borderColor: colour('shade-edge'), borderWidth: 0.5}},
        {xAxis: activity.endSeconds}
      ];
    });
  }

  function background() {
    return {
      id: 'activities', type: 'line', data: [], silent: true, z: 1,
      markArea: {
        silent: true, z: 1, data: areas(),
        label: {position: 'top', distance: 6, color: colour('ink'), fontSize: 13, fontFamily: font, lineHeight: 17}
      }
    };
  }

  /** Index of the time that is nearest to this one. */
  function nearest(times, at) {
    var low = 0;
    var high = times.length - 1;
    while (high - low > 1) {
      var middle = (low + high) >> 1;
      if (times[middle] <= at) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return at - times[low] <= times[high] - at ? low : high;
  }

  /** Each line has times of its own, so each gives the value that is nearest to the pointer. */
  function hover(items) {
    if (!items.length) {
      return '';
    }
    var at = items[0].axisValue;
    var rows = [at.toFixed(3) + ' s    ' + new Date(trace.startMillis + at * 1000).toISOString().substring(11, 23) + ' UTC'];
    var shown = chart.getOption().legend[0].selected;
    trace.series.forEach(function (series) {
      if (series.seconds.length === 0) {
        return;
      }
      var i = nearest(series.seconds, at);
      if (shown[series.name] === false || Math.abs(series.seconds[i] - at) > 0.01 * (range[1] - range[0])) {
        return;
      }
      var error = series.errors.length ? ' \u00b1 ' + Number(series.errors[i]).toFixed(2) : '';
      rows.push(plain(series.name) + ': ' + (series.watts[i] === null ? 'no value' : series.watts[i].toFixed(2) + error + ' W'));
    });
    trace.activities.forEach(function (activity, i) {
      if (at >= activity.startSeconds && at < activity.endSeconds) {
        rows.push('#' + (i + 1) + ' ' + plain(activity.name) + '  ' + plain(activity.energy));
      }
    });
    return rows.join('\n');
  }

  function draw() {
    var lines = trace.series.map(line);
    var bands = trace.series.filter(function (s) { return s.errors.length; }).map(band);
    var axis = {
      axisLine: {lineStyle: {color: colour('quiet')}}, axisTick: {lineStyle: {color: colour('quiet')}},
      axisLabel: {color: colour('ink'), fontSize: 13, fontFamily: font}, splitLine: {show: true, lineStyle: {color: colour('grid')}},
      nameLocation: 'middle', nameTextStyle: {color: colour('ink'), fontSize: 14, fontWeight: 600, fontFamily: font}
    };
    chart.setOption({
      animation: false, grid: grid, textStyle: {fontFamily: font, color: colour('ink')},
      legend: {
        top: 4, left: grid.left - 6, itemWidth: 26, itemGap: 22, icon: 'roundRect', itemHeight: 4, textStyle: {color: colour('ink'), fontSize: 14},
        inactiveColor: colour('line'), data: trace.series.map(function (s) { return s.name; })
      },
      toolbox: {
        top: 0, right: 16, iconStyle: {borderColor: colour('quiet')},
        feature: {
          dataZoom: {yAxisIndex: 'none', title: {zoom: 'Zoom into a stretch', back: 'Zoom back'}},
          restore: {title: 'Show all'}, saveAsImage: {title: 'Save as PNG', name: 'trace', backgroundColor: colour('paper')}
        }
      },
      tooltip: {
        trigger: 'axis', renderMode: 'richText', confine: true, formatter: hover, backgroundColor: colour('panel'), borderColor: colour('line'),
        textStyle: {color: colour('ink'), fontSize: 13, fontFamily: font, lineHeight: 19}, axisPointer: {lineStyle: {color: colour('quiet'), type: 'dashed'}}
      },
      xAxis: Object.assign({type: 'value', min: 0, max: trace.endSeconds, splitNumber: 12, name: 'Time since start (s)', nameGap: 30}, axis,
        {axisLabel: Object.assign({formatter: seconds, hideOverlap: true, showMinLabel: range[0] === 0, showMaxLabel: false}, axis.axisLabel)}),
      yAxis: Object.assign({type: 'value', min: trace.lowestWatts < 0 ? null : 0, name: 'Power (W)', nameGap: 48}, axis),
      dataZoom: [
        {type: 'inside', filterMode: 'none'},
        {type: 'slider', filterMode: 'none', bottom: 12, height: 26, borderColor: colour('line'), textStyle: {color: colour('quiet')},
          labelFormatter: function (value) { return value.toFixed(2) + ' s'; }, brushSelect: false}
      ],
      series: [background()].concat(bands.flat(), lines)
    }, {replaceMerge: ['series']});
  }

  function relabel() {
    var axis = chart.getModel().getComponent('xAxis', 0).axis.scale.getExtent();
    range = [axis[0], axis[1]];
    // The first tick of a stretch is where it happens to start.
    chart.setOption({xAxis: {axisLabel: {showMinLabel: range[0] === 0}}, series: [background()]});
  }

  draw();
  chart.on('datazoom', relabel);
  chart.on('restore', function () { range = [0, trace.endSeconds]; draw(); });
  window.addEventListener('resize', function () { chart.resize(); relabel(); });
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
})();
