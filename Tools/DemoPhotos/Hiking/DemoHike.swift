import Foundation

/// A hike that nobody walked, and the pictures taken on it.
struct DemoHike {
    struct Shot {
        var subject: Scene.Subject
        /// When on the walk, 0 at the start, 1 at the end.
        var share: Double
        var isUpright = false
        /// Held back, to be added to the library later.
        var isLate = false
    }

    var title: String
    /// Seconds since 1970.
    var start: TimeInterval
    var hours: Double
    var clouds: Float
    var snow: Float
    var route: Route
    var shots: [Shot]

    /// The zone of the hikes, in hours east of Greenwich.
    static let zone = 2.0

    func time(at share: Double) -> Date {
        Date(timeIntervalSince1970: (start + share * hours * 3600).rounded())
    }

    /// The hour of the day on the hiker's watch.
    func hour(at share: Double) -> Float {
        let local = start + share * hours * 3600 + Self.zone * 3600
        return Float(local.truncatingRemainder(dividingBy: 86_400) / 3600)
    }
}

extension DemoHike {
    private static func marks(_ values: [(Double, Double, Double)]) -> [Waypoint] {
        values.map { Waypoint(latitude: $0.0, longitude: $0.1, elevation: $0.2) }
    }

    /// Three days in the mountains, in June 2024.
    static let all: [DemoHike] = [
        DemoHike(
            title: "Ridge above the lake",
            start: 1_718_347_200,
            hours: 8.2,
            clouds: 0.35,
            snow: 0.55,
            route: Route(
                through: marks([
                    (46.4931, 7.6740, 1180), (46.4962, 7.6905, 1395), (46.4985, 7.7125, 1580),
                    (46.5062, 7.7268, 1830), (46.5104, 7.7452, 2145), (46.5032, 7.7586, 2020),
                    (46.4966, 7.7440, 1690), (46.4979, 7.7231, 1582),
                ]),
                seed: 11
            ),
            shots: [
                .init(subject: .forestPath, share: 0.01),
                .init(subject: .flowers, share: 0.10),
                .init(subject: .lake, share: 0.22),
                .init(subject: .forestPath, share: 0.27, isUpright: true),
                .init(subject: .lake, share: 0.31),
                .init(subject: .meadow, share: 0.41),
                .init(subject: .ridges, share: 0.50, isLate: true),
                .init(subject: .ridges, share: 0.56),
                .init(subject: .summit, share: 0.61),
                .init(subject: .ridges, share: 0.63, isUpright: true),
                .init(subject: .meadow, share: 0.76),
                .init(subject: .lake, share: 0.86, isLate: true),
                .init(subject: .lake, share: 0.93, isUpright: true),
                .init(subject: .meadow, share: 1.0),
            ]
        ),
        DemoHike(
            title: "Through the woods to the hut",
            start: 1_718_437_800,
            hours: 9.3,
            clouds: 0.75,
            snow: 0.35,
            route: Route(
                through: marks([
                    (46.5610, 7.6120, 1015), (46.5562, 7.6265, 1160), (46.5493, 7.6330, 1320),
                    (46.5441, 7.6472, 1480), (46.5468, 7.6655, 1705), (46.5402, 7.6790, 1890),
                    (46.5345, 7.6742, 2010),
                ]),
                seed: 23
            ),
            shots: [
                .init(subject: .meadow, share: 0.0),
                .init(subject: .forestPath, share: 0.08, isUpright: true),
                .init(subject: .forestPath, share: 0.17),
                .init(subject: .flowers, share: 0.26),
                .init(subject: .forestPath, share: 0.34),
                .init(subject: .flowers, share: 0.40, isUpright: true),
                .init(subject: .meadow, share: 0.52),
                .init(subject: .ridges, share: 0.63),
                .init(subject: .hut, share: 0.75),
                .init(subject: .hut, share: 0.87),
                .init(subject: .ridges, share: 0.95),
                .init(subject: .hut, share: 1.0),
            ]
        ),
        DemoHike(
            title: "Sunrise over the fog",
            start: 1_718_508_600,
            hours: 6.1,
            clouds: 0.22,
            snow: 0.7,
            route: Route(
                through: marks([
                    (46.5345, 7.6742, 2010), (46.5290, 7.6838, 2230), (46.5231, 7.6986, 2480),
                    (46.5188, 7.7040, 2610), (46.5262, 7.7128, 2290), (46.5401, 7.7062, 1840),
                    (46.5503, 7.7005, 1420),
                ]),
                seed: 37
            ),
            shots: [
                .init(subject: .ridges, share: 0.0),
                .init(subject: .seaOfFog, share: 0.10),
                .init(subject: .seaOfFog, share: 0.17, isUpright: true),
                .init(subject: .seaOfFog, share: 0.24),
                .init(subject: .ridges, share: 0.33),
                .init(subject: .summit, share: 0.42, isUpright: true),
                .init(subject: .summit, share: 0.44),
                .init(subject: .seaOfFog, share: 0.47, isLate: true),
                .init(subject: .ridges, share: 0.58),
                .init(subject: .flowers, share: 0.71),
                .init(subject: .meadow, share: 0.83),
                .init(subject: .forestPath, share: 0.97),
            ]
        ),
    ]
}
