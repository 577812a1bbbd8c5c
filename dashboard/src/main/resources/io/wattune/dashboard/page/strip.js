// Activities as a strip below the power: one row a level, the same times above each other.

import { el } from './dom.js';
import { colour } from './theme.js';
import { clock, duration, joules } from './format.js';
import { GRID, shell, tooltipOf } from './time-chart.js';

export const LEVELS = ['job', 'process', 'kernel', 'request', 'span'];
const COLOURS = ['series-1', 'series-3', 'series-4', 'series-2', 'series-5', 'series-6'];

export function stripOption({ fromMs, toMs, activities }) {
  const levels = LEVELS.filter((level) => activities.some((activity) => activity.level === level)).reverse();
  const names = [...new Set(activities.map((activity) => activity.name))].sort();
  const palette = COLOURS.map((name) => colour(name));
  const ofName = new Map(names.map((name, i) => [name, palette[i % palette.length]]));
  const ink = colour('surface');
  return {
    ...shell(fromMs, toMs),
    grid: { left: GRID.left, right: GRID.right, top: 6, bottom: 24 },
    yAxis: { type: 'category', data: levels, axisLine: { show: false }, axisTick: { show: false }, axisLabel: { color: colour('muted') }, splitArea: { show: false } },
    tooltip: tooltipOf((item) => activityTip(activities[item.data[3]]), 'item'),
    series: [{
      type: 'custom', clip: true, encode: { x: [0, 1], y: 2 }, renderItem: (params, api) => bar(params, api, activities, ofName, ink),
      data: activities.map((activity, i) => [activity.startMs, activity.endMs ?? toMs, levels.indexOf(activity.level), i]),
    }],
  };
}

function bar(params, api, activities, ofName, ink) {
  const activity = activities[api.value(3)];
  const start = api.coord([api.value(0), api.value(2)]);
  const end = api.coord([api.value(1), api.value(2)]);
  const height = Math.min(20, api.size([0, 1])[1] * 0.8);
  const box = { x: params.coordSys.x, y: params.coordSys.y, width: params.coordSys.width, height: params.coordSys.height };
  const shape = window.echarts.graphic.clipRectByRect(
    { x: start[0], y: start[1] - height / 2, width: Math.max(1, end[0] - start[0] - 0.5), height }, box);
  if (!shape) return null;
  const rect = { type: 'rect', shape, style: { fill: ofName.get(activity.name) } };
  if (shape.width < 34) return rect;
  rect.textContent = { style: { text: activity.name, fill: ink, fontSize: 11, width: shape.width - 8, overflow: 'truncate' } };
  rect.textConfig = { position: 'inside' };
  return rect;
}

function activityTip(activity) {
  if (activity === undefined) return '';
  const running = activity.endMs === null;
  const owner = Object.entries(activity.labels ?? {}).map(([key, value]) => `${key} ${value}`).join(', ');
  return el('div', { class: 'tip-body' }, el('p', {}, el('b', {}, activity.name), ` (${activity.level})`),
    el('p', {}, `${clock(activity.startMs, true)} ${running ? 'and running' : `for ${duration(activity.endMs - activity.startMs)}`}`),
    el('p', {}, activity.energyJoules === null ? 'no energy yet' : `${joules(activity.energyJoules, activity.errorJoules)}, ${activity.quality}`),
    owner ? el('p', {}, owner) : null);
}
