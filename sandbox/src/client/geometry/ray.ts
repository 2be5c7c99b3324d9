interface Point {
  x: number;
  y: number;
}

/** A line from A to B. T13: client/canvas/geometry/shapes/ray.d.mts */
export class Ray {
  static fromAngle(x: number, y: number, radians: number, distance: number): Ray {
    return new Ray({ x, y }, { x: x + Math.cos(radians) * distance, y: y + Math.sin(radians) * distance });
  }

  static towardsPoint(origin: Point, point: Point, distance: number): Ray {
    return Ray.fromAngle(origin.x, origin.y, Math.atan2(point.y - origin.y, point.x - origin.x), distance);
  }

  readonly dx: number;
  readonly dy: number;

  constructor(
    readonly A: Point,
    readonly B: Point,
  ) {
    this.dx = B.x - A.x;
    this.dy = B.y - A.y;
  }

  get angle(): number {
    return Math.atan2(this.dy, this.dx);
  }
  get distance(): number {
    return Math.hypot(this.dx, this.dy);
  }

  /** The point at a share of the way. */
  project(t: number): Point {
    return { x: this.A.x + t * this.dx, y: this.A.y + t * this.dy };
  }

  reverse(): Ray {
    return new Ray(this.B, this.A);
  }
}
