import Foundation

/// Paints a scene from back to front.
struct ScenePainter {
    let scene: Scene
    var canvas: Canvas
    let light: Light
    let noise: Noise
    var random: SeededRandom
    /// Where the sun stands, in pixels; it may be outside the picture.
    let sun: SIMD2<Float>
    let horizon: Float

    var width: Float { Float(canvas.width) }
    var height: Float { Float(canvas.height) }

    /// Pictures of any size look alike: lengths are shares of this one.
    var unit: Float { Float(max(canvas.width, canvas.height)) }

    init(_ scene: Scene, width: Int, height: Int) {
        self.scene = scene
        canvas = Canvas(width: width, height: height)
        light = Light(hour: scene.hour)
        noise = Noise(seed: scene.seed)
        random = SeededRandom(seed: scene.seed &+ 77)
        let line: Float =
            switch scene.subject {
            case .flowers: 0.33
            case .forestPath: 0.45
            case .ridges, .summit: 0.44
            default: 0.51
            }
        horizon = Float(height) * (line + random.value(-0.05...0.03))
        let across: Float = scene.hour < 13 ? 0.16 : 0.82
        sun = [
            Float(width) * (across + random.value(-0.08...0.08)),
            horizon - light.height * Float(height) * 0.85 - Float(height) * 0.03,
        ]
    }

    static func paint(_ scene: Scene, width: Int, height: Int) -> Canvas {
        var painter = ScenePainter(scene, width: width, height: height)
        painter.paint()
        return painter.canvas
    }

    private mutating func paint() {
        sky()
        switch scene.subject {
        case .ridges:
            mountains(count: 6, nearest: 0.98)
        case .summit:
            mountains(count: 5, nearest: 0.7)
            rocks(top: 0.74)
            cross()
        case .seaOfFog:
            mountains(count: 3, nearest: 0.52, closest: 0.42)
            fog(top: 0.53)
            mountains(count: 1, nearest: 0.92, first: 5)
        case .lake:
            mountains(count: 4, nearest: 0.55)
            forest(base: 0.585, height: 0.05, shade: 0.75)
            lake(from: 0.585)
            shore()
        case .meadow:
            mountains(count: 4, nearest: 0.58)
            forest(base: 0.66, height: 0.07, shade: 0.9)
            meadow(from: 0.64, flowers: 160)
            path(from: 0.645)
        case .hut:
            mountains(count: 4, nearest: 0.56)
            meadow(from: 0.62, flowers: 60)
            path(from: 0.66)
            hut()
        case .flowers:
            mountains(count: 3, nearest: 0.38)
            forest(base: 0.42, height: 0.05, shade: 0.95)
            meadow(from: 0.40, flowers: 900)
        case .forestPath:
            mountains(count: 2, nearest: 0.5)
            forest(base: 0.56, height: 0.14, shade: 1.1)
            meadow(from: 0.54, flowers: 30)
            path(from: 0.54)
            forest(base: 0.66, height: 0.30, shade: 0.72, gap: 0.30)
            forest(base: 0.82, height: 0.62, shade: 0.5, gap: 0.62)
        }
    }
}
