import Foundation

extension ScenePainter {
    /// Still water that mirrors what is above it, from a share of the picture's height down.
    mutating func lake(from top: Float) {
        let shore = Int(height * top)
        let water = Color(0.10, 0.24, 0.30) * light.sun
        for row in shore..<canvas.height {
            let depth = Float(row - shore) / (height - Float(shore))
            let near = 0.06 + depth
            for column in 0..<canvas.width {
                let x = Float(column) / unit
                let wave = noise.layered(x * 7 / near, depth * 42 / near, octaves: 3) - 0.5
                let swell = wave * (4 + 46 * depth) * unit / 1200
                let mirror = shore - Int(Float(row - shore) * 0.95 + swell) - 1
                let source = canvas[
                    min(max(column + Int(swell * 0.4), 0), canvas.width - 1),
                    min(max(mirror, 0), shore - 1)
                ]
                var color = (source * 0.90).mixed(with: water, 0.18 + 0.34 * depth)
                let glint =
                    max(0, wave - 0.22) * 3 * exp(-abs(Float(column) - sun.x) / (unit * 0.12))
                color = color.mixed(with: light.sun, glint)
                canvas[column, row] = color
            }
        }
        // A bright line where water meets land.
        for column in 0..<canvas.width {
            let shine = noise.plane(Float(column) * 0.05, 60)
            canvas.blend(column, shore, light.horizon, 0.25 + 0.4 * shine)
            canvas.blend(column, shore + 1, light.horizon, 0.3 * shine)
        }
    }

    /// Stones and reed on the near side of the water.
    mutating func shore() {
        for _ in 0..<26 {
            let depth = random.value(0.80...1.02)
            let size = unit * random.value(0.008...0.035)
            let x = random.value(-0.02...1.02) * width
            let y = height * (depth + 0.05 * abs(x / width - 0.45))
            let stone = Color(0.40, 0.39, 0.37) * light.sun * random.value(0.6...1)
            canvas.ellipse(
                x: x,
                y: y + size * 0.3,
                width: size * 1.15,
                height: size * 0.5,
                [0.05, 0.09, 0.11],
                0.5
            )
            canvas.ellipse(x: x, y: y, width: size, height: size * 0.55, stone)
            canvas.ellipse(
                x: x - size * 0.15,
                y: y - size * 0.2,
                width: size * 0.6,
                height: size * 0.25,
                stone * 1.35,
                0.6
            )
        }
        for _ in 0..<90 {
            let x = random.value(0...0.30) * width * random.value(0.3...1)
            let tall = unit * random.value(0.05...0.14)
            let lean = random.value(-0.25...0.35) * tall
            let foot = height * random.value(0.97...1.06)
            let thick = unit * 0.0016
            canvas.polygon(
                [[x - thick, foot], [x + thick, foot], [x + lean, foot - tall]],
                Color(0.30, 0.38, 0.15) * light.sun * random.value(0.55...1.1)
            )
        }
    }

    /// The cross that stands on many summits.
    mutating func cross() {
        let x = width * 0.56
        let foot = height * 0.735
        let tall = unit * 0.20
        let thick = unit * 0.0065
        let wood = Color(0.26, 0.20, 0.16) * light.sun
        let bright = Color(0.50, 0.40, 0.30) * light.sun
        let beams: [(SIMD2<Float>, SIMD2<Float>)] = [
            ([x - thick, foot - tall], [x + thick, foot + tall * 0.1]),
            (
                [x - tall * 0.26, foot - tall * 0.74],
                [x + tall * 0.26, foot - tall * 0.74 + thick * 2]
            ),
        ]
        for (from, to) in beams {
            canvas.polygon([from, [to.x, from.y], to, [from.x, to.y]], wood)
            let rim = thick * 0.7
            let isUpright = to.y - from.y > to.x - from.x
            let inner: SIMD2<Float> = isUpright ? [from.x + rim, to.y] : [to.x, from.y + rim]
            canvas.polygon([from, [inner.x, from.y], inner, [from.x, inner.y]], bright)
        }
    }

    /// A mountain hut with a stone base, shutters and light in a window when it gets dark.
    mutating func hut() {
        let left = width * random.value(0.52...0.62)
        let foot = height * random.value(0.68...0.71)
        let wide = unit * 0.19
        let wall = unit * 0.075
        let roof = unit * 0.075
        let wood = Color(0.42, 0.27, 0.17) * light.sun
        let shade = wood * 0.62
        let corner = left + wide * 0.62
        canvas.ellipse(
            x: left + wide / 2,
            y: foot + wall * 0.06,
            width: wide * 0.62,
            height: wall * 0.16,
            [0.10, 0.14, 0.07],
            0.6
        )
        canvas.polygon(
            [[left, foot - wall], [corner, foot - wall], [corner, foot], [left, foot]],
            wood
        )
        canvas.polygon(
            [
                [corner, foot - wall], [left + wide * 0.81, foot - wall - roof],
                [left + wide, foot - wall], [left + wide, foot], [corner, foot],
            ],
            shade
        )
        canvas.polygon(
            [
                [left - wide * 0.04, foot - wall * 0.94], [left + wide * 0.16, foot - wall - roof],
                [left + wide * 0.82, foot - wall - roof],
                [corner - wide * 0.02, foot - wall * 0.94],
            ],
            Color(0.36, 0.36, 0.38) * light.sun
        )
        canvas.polygon(
            [
                [left, foot - wall * 0.3], [corner, foot - wall * 0.3], [corner, foot],
                [left, foot],
            ],
            Color(0.55, 0.53, 0.50) * light.sun
        )
        let isDark = light.sun.brightness < 0.75
        let pane = isDark ? Color(1.0, 0.82, 0.45) : Color(0.20, 0.26, 0.32) * light.sun
        for window in 0..<3 {
            let x = left + wide * (0.09 + 0.19 * Float(window))
            let y = foot - wall * 0.78
            let size = wide * 0.07
            canvas.polygon([[x, y], [x + size, y], [x + size, y + size], [x, y + size]], pane)
            for shutter in [x - size * 0.55, x + size * 1.1] {
                canvas.polygon(
                    [
                        [shutter, y], [shutter + size * 0.42, y],
                        [shutter + size * 0.42, y + size], [shutter, y + size],
                    ],
                    Color(0.62, 0.16, 0.14) * light.sun
                )
            }
        }
    }
}
