/** A thumbnail of a graph that is larger than its pane, with the visible region; a click scrolls there. */
class GraphMap {

  constructor(pane) {
    this.pane = pane;
    this.root = element('canvas', {class: 'map', 'aria-hidden': 'true'});
    const go = event => {
      const bounds = this.root.getBoundingClientRect();
      const {width, height} = pane.size();
      pane.x = width / 2 - (event.clientX - bounds.left) / this.scale * pane.scale;
      pane.y = height / 2 - (event.clientY - bounds.top) / this.scale * pane.scale;
      pane.moved();
    };
    this.root.addEventListener('pointerdown', event => {
      this.root.setPointerCapture(event.pointerId);
      go(event);
    });
    this.root.addEventListener('pointermove', event => event.buttons && go(event));
  }

  moved() {
    const {width, height} = this.pane.size();
    const drawing = this.pane.graph.drawing;
    const seen = {w: width / this.pane.scale, h: height / this.pane.scale};
    this.root.hidden = drawing.width <= seen.w * 1.05 && drawing.height <= seen.h * 1.05;
    if (this.root.hidden) return;
    this.scale = Math.min(110 / drawing.width, height * 0.45 / drawing.height);
    const dense = window.devicePixelRatio || 1;
    const w = Math.max(drawing.width * this.scale, 16);
    const h = drawing.height * this.scale;
    this.root.width = w * dense;
    this.root.height = h * dense;
    this.root.style.width = w + 'px';
    this.root.style.height = h + 'px';
    const style = getComputedStyle(this.root);
    const pen = this.root.getContext('2d');
    pen.scale(dense, dense);
    const fill = (color, items) => {
      pen.fillStyle = color;
      items.forEach(item => pen.fillRect(item.x * this.scale, item.y * this.scale,
        Math.max(item.w * this.scale, 2), Math.max(item.h * this.scale, 1)));
    };
    fill(style.getPropertyValue('--map-box'), drawing.boxes);
    fill(style.getPropertyValue('--map-node'), [...drawing.nodes.values()]);
    pen.strokeStyle = style.getPropertyValue('--map-view');
    pen.lineWidth = 1.5;
    pen.strokeRect(-this.pane.x / this.pane.scale * this.scale, -this.pane.y / this.pane.scale * this.scale,
      seen.w * this.scale, seen.h * this.scale);
  }
}
