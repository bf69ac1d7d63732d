import Foundation

extension ScenePainter {
    /// Spruces in a row, their feet at a share of the picture's height.
    ///
    /// With a gap, trees stand only left and right of the middle, that share of the width apart.
    mutating func forest(base: Float, height share: Float, shade: Float, gap: Float = 0) {
        let foot = height * base
        let tall = unit * share
        let step = tall * 0.16
        var x = -step
        while x < width + step {
            x += step * random.value(0.5...1.4)
            let side = abs(x / width - 0.5) * 2
            guard side > gap else { continue }
            let size = tall * random.value(0.55...1.05) * (gap > 0 ? 0.6 + 0.5 * side : 1)
            let ground = foot + noise.plane(x / unit * 6, 4) * unit * 0.03
            spruce(x: x, foot: ground, size: size, shade: shade * random.value(0.82...1.12))
        }
        guard gap == 0 else { return }
        // Undergrowth closes the row.
        for column in 0..<canvas.width {
            let x = Float(column)
            let ground = foot + noise.plane(x / unit * 6, 4) * unit * 0.03
            let color = Color(0.10, 0.19, 0.10) * light.sun * shade
            for row in Int(ground - tall * 0.10)..<max(Int(ground), Int(ground - tall * 0.10) + 1) {
                canvas.blend(column, row, color, 0.85)
            }
        }
    }

    private mutating func spruce(x: Float, foot: Float, size: Float, shade: Float) {
        let half = size * 0.17
        let needles = Color(0.11, 0.23, 0.13).mixed(with: [0.17, 0.25, 0.11], random.value(0...1))
        let haze = light.horizon.mixed(with: light.zenith, 0.3)
        let fade = max(0, 0.32 - size / unit * 1.6)
        let layers: Float = 9
        let sway = random.value(0...1)
        for row in Int(foot - size)...Int(foot) {
            let down = (Float(row) - foot + size) / size
            guard down > 0 else { continue }
            let branch = (down * layers + sway).truncatingRemainder(dividingBy: 1)
            let reach = half * (down * 0.92 + 0.04) * (0.62 + 0.5 * branch)
            for column in Int(x - reach)...Int(x + reach) {
                let across = (Float(column) - x) / max(reach, 1)
                let towardSun = sun.x < x ? -across : across
                let rough = noise.plane(Float(column) * 0.35, Float(row) * 0.35)
                let lit = 0.62 + 0.34 * towardSun + 0.5 * (rough - 0.5) + 0.25 * branch
                let color = (needles * light.sun * (shade * max(0.25, lit) * 1.25))
                    .mixed(with: haze, fade)
                canvas.blend(column, row, color, 0.96)
            }
        }
    }

    /// Grass with flowers, from a share of the picture's height down.
    mutating func meadow(from top: Float, flowers: Int) {
        let start = height * top
        for column in 0..<canvas.width {
            let x = Float(column) / unit
            let edge = start + (noise.layered(x * 3, 9, octaves: 3) - 0.5) * unit * 0.05
            for row in max(0, Int(edge))..<canvas.height {
                let depth = (Float(row) - edge) / max(height - edge, 1)
                let near = 0.12 + depth
                let wide = noise.layered(x * 7 / near + 20, depth * 9 / near, octaves: 3)
                let blade = noise.plane(
                    x * 160 / (0.4 + depth),
                    Float(row) / unit * 46 / (0.4 + depth)
                )
                var color = Color(0.33, 0.46, 0.16).mixed(
                    with: [0.52, 0.55, 0.22],
                    (wide - 0.3) * 1.5
                )
                color *= 0.62 + 0.62 * blade * (0.55 + 0.45 * depth)
                color *= light.sun * (1.12 - 0.38 * depth)
                canvas.blend(
                    column,
                    row,
                    color.mixed(with: light.horizon, 0.16 * (1 - depth)),
                    min(1, Float(row) - edge)
                )
            }
        }
        scatter(flowers, from: start)
    }

    private mutating func scatter(_ flowers: Int, from top: Float) {
        let kinds: [Color] = [
            [0.98, 0.96, 0.92], [0.98, 0.83, 0.25], [0.72, 0.36, 0.66], [0.36, 0.42, 0.85],
            [0.93, 0.42, 0.36],
        ]
        let main = kinds[Int(random.value(0...4.99))]
        let depths = (0..<flowers).map { _ in pow(random.value(0.002...1), 0.75) }.sorted()
        for depth in depths {
            let y = top + (height - top) * depth
            let x = random.value(0...width)
            let size = unit * (0.0012 + 0.0075 * depth * depth) * random.value(0.6...1.2)
            let color = random.chance(0.6) ? main : kinds[Int(random.value(0...4.99))]
            canvas.polygon(
                [[x - size * 0.15, y], [x + size * 0.15, y], [x + size * 0.3, y + size * 5]],
                Color(0.20, 0.33, 0.12) * light.sun,
                0.8
            )
            petals(x, y, size, color)
        }
    }

    private mutating func petals(_ x: Float, _ y: Float, _ size: Float, _ color: Color) {
        let lit = color * light.sun
        guard size > 3.5 else {
            canvas.ellipse(x: x, y: y, width: max(size, 1.2), height: max(size * 0.8, 1), lit)
            return
        }
        let turn = random.value(0...1)
        for petal in 0..<6 {
            let angle = (Float(petal) / 6 + turn) * 2 * .pi
            canvas.ellipse(
                x: x + cos(angle) * size * 0.7,
                y: y + sin(angle) * size * 0.5,
                width: size * 0.55,
                height: size * 0.42,
                lit * (petal % 2 == 0 ? 1 : 0.9)
            )
        }
        canvas.ellipse(
            x: x,
            y: y,
            width: size * 0.32,
            height: size * 0.26,
            Color(0.85, 0.62, 0.16) * light.sun
        )
    }

    /// A trodden path that winds towards the viewer.
    mutating func path(from top: Float) {
        let start = height * top
        let swing = random.value(-0.18...0.18)
        let phase = random.value(0...6)
        for row in Int(start)..<canvas.height {
            let depth = (Float(row) - start) / (height - start)
            let bend = sin(phase + 7 / (0.35 + depth)) * 0.10 * (0.25 + depth)
            let middle = width * (0.5 + swing * (1 - depth) + bend)
            let half = unit * (0.004 + 0.075 * depth * depth + 0.02 * depth)
            let ragged = (noise.plane(Float(row) * 0.13, 8) - 0.5) * half * 0.5
            for column in Int(middle - half * 1.4)...Int(middle + half * 1.4) {
                let off = abs(Float(column) - middle - ragged) / half
                let edge = noise.plane(Float(column) * 0.12, Float(row) * 0.16)
                let cover = max(0, min(1, (1.15 - off - edge * 0.45) * 3.5))
                let grit = noise.layered(Float(column) * 0.22, Float(row) * 0.5, octaves: 3)
                let color = Color(0.68, 0.59, 0.44) * (0.62 + 0.6 * grit) * light.sun
                canvas.blend(column, row, color, cover * 0.92)
            }
        }
    }

    /// Bare rock in front, from a share of the picture's height down.
    mutating func rocks(top: Float) {
        for column in 0..<canvas.width {
            let x = Float(column) / unit
            let middle = 1 - abs(Float(column) / width - 0.56) * 1.7
            let crest = noise.crested(x * 5, 40, octaves: 5)
            let edge = height * top + unit * (0.10 - 0.20 * middle + 0.10 * (1 - crest))
            for row in max(0, Int(edge))..<canvas.height {
                let y = Float(row) / unit
                let crack = noise.crested(x * 16 + y * 6, y * 20, octaves: 4)
                let shift = noise.crested(x * 16 + y * 6 + 0.2, y * 20 + 0.15, octaves: 3)
                let grain = noise.plane(x * 320, y * 320)
                var color = Color(0.50, 0.47, 0.43).mixed(
                    with: [0.36, 0.38, 0.25],
                    (crack - 0.55) * 2
                )
                color *= (0.78 + 1.5 * (crack - shift) + 0.2 * (grain - 0.5))
                canvas.blend(column, row, color * light.sun, min(1, Float(row) - edge))
            }
        }
    }
}
