import Foundation

extension ScenePainter {
    /// Ridges behind each other; the farther, the more they take the colour of the haze.
    ///
    /// The nearest one stands where the share of the picture's height says; the numbering begins
    /// with `first`, so that ridges painted later do not look like those before; where none is
    /// `closest`, 1, all keep some of the haze.
    mutating func mountains(count: Int, nearest: Float, first: Int = 0, closest: Float = 1) {
        for index in 0..<count {
            let depth = count == 1 ? 1 : Float(index) / Float(count - 1) * closest
            let start = horizon / height * (first == 0 ? 1 : 1.3)
            let base = height * (start + (nearest - start) * depth / closest)
            let rise = unit * (0.30 - 0.17 * depth) * (first == 0 ? 1 : 0.8)
            ridge(Float(index + first), base: base, rise: rise, depth: depth)
        }
    }

    private mutating func ridge(_ number: Float, base: Float, rise: Float, depth: Float) {
        let tops = crest(number, base: base, rise: rise, depth: depth)
        let rock = Color(0.44, 0.42, 0.42).mixed(with: [0.22, 0.33, 0.16], depth * 1.25)
        let haze = light.horizon.mixed(with: light.zenith, 0.28)
        let fade = pow(1 - depth, 1.3) * 0.74 + 0.06
        let cover = scene.snow * max(0, 1 - depth * 1.7)
        let snowline = base - rise * (1.1 - 0.85 * cover)
        let side: Float = sun.x < width / 2 ? -1 : 1
        for column in 0..<canvas.width {
            let top = tops[column]
            let x = Float(column) / unit
            for row in max(0, Int(top))..<canvas.height {
                let below = Float(row) - top
                let y = Float(row) / unit
                // Gullies run downwards and aside: the light from one side shows them.
                let skew = x * 22 + y * 9 * side + number * 13
                let fold = noise.crested(skew, y * 10 + number * 7, octaves: 4)
                let next = noise.crested(skew + 0.25 * side, y * 10 + number * 7, octaves: 2)
                var lit = 0.80 + 1.1 * (fold - next) + 0.25 * (fold - 0.5)
                lit = max(0.35, min(1.3, lit))
                var color = rock
                let ragged = (fold - 0.45) * rise * 0.55
                if cover > 0, Float(row) < snowline + ragged {
                    color = Color(0.95, 0.96, 1.0)
                    lit = 0.72 + lit * 0.3
                } else if depth > 0.3 {
                    let wood = noise.layered(x * 90, y * 90, octaves: 2)
                    color = color.mixed(with: [0.11, 0.22, 0.13], (wood - 0.35) * depth * 1.3)
                }
                color = color * light.sun * lit
                // Haze lies in the valleys.
                let valley = min(1, below / (rise * 1.5)) * 0.4 * (1 - depth * 0.6)
                canvas.blend(column, row, color.mixed(with: haze, fade + valley), min(1, below))
            }
        }
    }

    private func crest(_ number: Float, base: Float, rise: Float, depth: Float) -> [Float] {
        (0..<canvas.width).map { column in
            let x = Float(column) / unit * (2.3 + depth * 1.2) + number * 23.7 + 3
            let sharp = noise.crested(x, number * 3.1, octaves: 6)
            let soft = noise.layered(x * 0.9, number * 5.7 + 2, octaves: 5)
            let shape = sharp + (soft - sharp) * min(1, depth * 0.9)
            return base - rise * (shape * 1.35 - 0.22)
        }
    }

    /// A sea of clouds seen from above.
    mutating func fog(top: Float) {
        let start = height * top
        for column in 0..<canvas.width {
            let x = Float(column) / unit
            let edge = start + (noise.layered(x * 5, 3, octaves: 4) - 0.5) * unit * 0.06
            for row in max(0, Int(edge))..<canvas.height {
                let depth = (Float(row) - edge) / (height - start)
                let near = 1 / (1.25 - depth)
                let puff = noise.layered(x * 9 / near + 5, depth * 26 / near, octaves: 5)
                let white = Color(0.97, 0.96, 0.97).mixed(with: light.horizon, 0.35)
                let shade = light.zenith.mixed(with: light.horizon, 0.55)
                let color = white.mixed(with: shade, (puff - 0.32) * 1.5) * (0.6 + 0.4 * light.sun)
                canvas.blend(column, row, color, min(1, (Float(row) - edge) / (unit * 0.02)))
            }
        }
    }
}
