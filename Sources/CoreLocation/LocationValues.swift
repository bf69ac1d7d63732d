import Foundation

/// The values of a location.
struct LocationValues: Hashable, Sendable {
    var latitude: Double
    var longitude: Double
    var altitude: Double
    var horizontalAccuracy: Double
    var verticalAccuracy: Double
    var course: Double
    var courseAccuracy: Double
    var speed: Double
    var speedAccuracy: Double
    var timestamp: Date

    var coordinate: CLLocationCoordinate2D {
        CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
}

extension LocationValues: CustomStringConvertible {
    var description: String {
        """
        <\(signed(latitude, 8)),\(signed(longitude, 8))> +/- \(plain(horizontalAccuracy))m \
        (speed \(plain(speed)) mps / course \(plain(course))) @ \(moment)
        """
    }

    /// The date as text.
    ///
    /// Foundation's own description of a date traps for NaN and infinity.
    private var moment: String {
        timestamp.timeIntervalSinceReferenceDate.isFinite ? "\(timestamp)" : "no date"
    }

    private func signed(_ number: Double, _ places: Int) -> String {
        String(format: "%+.\(places)f", number)
    }

    private func plain(_ number: Double) -> String {
        String(format: "%.2f", number)
    }
}

extension LocationValues {
    private static let numbers:
        [(key: String, path: any WritableKeyPath<Self, Double> & Sendable)] = [
            ("latitude", \.latitude),
            ("longitude", \.longitude),
            ("altitude", \.altitude),
            ("horizontalAccuracy", \.horizontalAccuracy),
            ("verticalAccuracy", \.verticalAccuracy),
            ("course", \.course),
            ("courseAccuracy", \.courseAccuracy),
            ("speed", \.speed),
            ("speedAccuracy", \.speedAccuracy),
        ]

    private static let timestampKey = "timestamp"

    init?(coder: NSCoder) {
        guard coder.containsValue(forKey: Self.timestampKey) else { return nil }
        self.init(
            latitude: 0,
            longitude: 0,
            altitude: 0,
            horizontalAccuracy: 0,
            verticalAccuracy: 0,
            course: 0,
            courseAccuracy: 0,
            speed: 0,
            speedAccuracy: 0,
            timestamp: Date(
                timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: Self.timestampKey)
            )
        )
        for (key, path) in Self.numbers {
            guard coder.containsValue(forKey: key) else { return nil }
            self[keyPath: path] = coder.decodeDouble(forKey: key)
        }
    }

    func encode(with coder: NSCoder) {
        coder.encode(timestamp.timeIntervalSinceReferenceDate, forKey: Self.timestampKey)
        for (key, path) in Self.numbers {
            coder.encode(self[keyPath: path], forKey: key)
        }
    }
}
