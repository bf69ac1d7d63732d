import Foundation

extension ScenePainter {
    /// The sky with the sun's glow, clouds, and stars when it is dark.
    mutating func sky() {
        let glow = light.sun.mixed(with: [1, 0.95, 0.85], 0.5)
        let size = unit * (0.012 + 0.008 * (1 - light.height))
        let bottom = min(Int(height * 0.85), canvas.height)
        for row in 0..<bottom {
            let down = Float(row)
            let rise = min(down / horizon, 1)
            let base = light.zenith.mixed(with: light.horizon, pow(rise, 1.6))
            for column in 0..<canvas.width {
                let across = Float(column)
                let distance = hypot(across - sun.x, (down - sun.y) * 1.15)
                var color = base.mixed(with: glow, 0.62 * exp(-distance / (unit * 0.17)))
                color = color.mixed(with: [1.02, 0.99, 0.92], disc(distance, size))
                color = cloud(over: color, across, down, rise, glow)
                canvas[column, row] = color
            }
        }
        if light.zenith.brightness < 0.16 { stars() }
    }

    private func disc(_ distance: Float, _ size: Float) -> Float {
        max(0, min(1, (size - distance) / (size * 0.25) + 0.5))
    }

    /// Clouds get smaller and flatter towards the horizon, as on a ceiling seen from below.
    private func cloud(
        over color: Color,
        _ across: Float,
        _ down: Float,
        _ rise: Float,
        _ glow: Color
    ) -> Color {
        guard scene.clouds > 0 else { return color }
        let depth = 1 / (1.12 - min(rise, 1))
        let x = (across - width / 2) / unit * 5 * depth + 40
        let y = depth * 3
        let thickness = noise.layered(x * 0.9, y, octaves: 5)
        let edge = 0.72 - 0.34 * scene.clouds
        let cover = max(0, min(1, (thickness - edge) / 0.16))
        guard cover > 0 else { return color }
        let body = noise.layered(x * 0.9 + 0.35, y + 0.3, octaves: 3)
        let lit = Color(0.97, 0.97, 0.98).mixed(with: glow, 0.45 * (1 - light.height))
        let shade = light.zenith.mixed(with: [0.78, 0.80, 0.85], 0.68 * light.sun.brightness)
        let shaded = lit.mixed(with: shade, (body - 0.35) * 1.4)
        return color.mixed(with: shaded, cover * (0.92 - 0.45 * rise))
    }

    private mutating func stars() {
        for _ in 0..<220 {
            let x = random.value(0...width)
            let y = random.value(0...horizon * 0.8)
            let shine = random.value(0.2...0.9)
            canvas.blend(Int(x), Int(y), [1, 1, 0.95], shine)
        }
    }
}
