import Foundation

/// A place on a walk.
struct Waypoint {
    var latitude: Double
    var longitude: Double
    /// Metres above the sea.
    var elevation: Double
}

/// A walk through given places, with the small bends that real paths have.
struct Route {
    let points: [Waypoint]

    init(through marks: [Waypoint], seed: Int) {
        let noise = Noise(seed: seed)
        let steps = 60
        var points: [Waypoint] = []
        for leg in 0..<(marks.count - 1) {
            let corners = [-1, 0, 1, 2].map { marks[min(max(leg + $0, 0), marks.count - 1)] }
            for step in 0..<steps {
                let share = Double(step) / Double(steps)
                let along = Float(leg * steps + step)
                let bend = Double(noise.layered(along * 0.11, 1, octaves: 3) - 0.5) * 0.0014
                let turn = Double(noise.layered(along * 0.11, 50, octaves: 3) - 0.5) * 0.0020
                let bump = Double(noise.layered(along * 0.16, 90, octaves: 2) - 0.5) * 24
                points.append(
                    Waypoint(
                        latitude: Self.curve(corners.map(\.latitude), share) + bend,
                        longitude: Self.curve(corners.map(\.longitude), share) + turn,
                        elevation: Self.curve(corners.map(\.elevation), share) + bump
                    )
                )
            }
        }
        self.points = points
    }

    /// The place after a share of the walk, 0 to 1.
    func point(at share: Double) -> Waypoint {
        points[min(max(Int(share * Double(points.count)), 0), points.count - 1)]
    }

    /// A smooth curve (after Catmull and Rom) from the second value to the third.
    private static func curve(_ values: [Double], _ share: Double) -> Double {
        let (a, b, c, d) = (values[0], values[1], values[2], values[3])
        let square = share * share
        let linear = (c - a) * share
        let quadratic = (2 * a - 5 * b + 4 * c - d) * square
        let cubic = (3 * b - a - 3 * c + d) * square * share
        return b + (linear + quadratic + cubic) / 2
    }
}
