import Foundation

/// The colours of sky and land at an hour of a summer's day.
struct Light {
    /// The sky overhead.
    let zenith: Color
    /// The sky where it meets the land, and the haze before distant land.
    let horizon: Color
    /// What falls on the land.
    let sun: Color
    /// How high the sun stands, 0 at the horizon, 1 overhead.
    let height: Float

    private static let table: [(hour: Float, zenith: Color, horizon: Color, sun: Color)] = [
        (4.8, [0.10, 0.13, 0.30], [0.62, 0.42, 0.46], [0.40, 0.38, 0.50]),
        (6.0, [0.27, 0.38, 0.62], [1.00, 0.74, 0.52], [0.98, 0.76, 0.58]),
        (8.0, [0.26, 0.50, 0.80], [0.84, 0.90, 0.93], [1.02, 0.95, 0.84]),
        (12.5, [0.16, 0.42, 0.78], [0.72, 0.86, 0.95], [1.05, 1.03, 0.98]),
        (16.5, [0.24, 0.47, 0.77], [0.92, 0.89, 0.80], [1.06, 0.98, 0.82]),
        (19.0, [0.30, 0.38, 0.63], [1.00, 0.76, 0.48], [1.04, 0.78, 0.52]),
        (20.6, [0.20, 0.20, 0.42], [1.00, 0.52, 0.32], [0.80, 0.48, 0.42]),
        (22.0, [0.05, 0.07, 0.18], [0.36, 0.26, 0.40], [0.30, 0.28, 0.42]),
    ]

    init(hour: Float) {
        let table = Self.table
        let next = table.firstIndex { $0.hour >= hour } ?? table.count - 1
        let last = max(next - 1, 0)
        let span = max(table[next].hour - table[last].hour, 0.01)
        let share = (hour - table[last].hour) / span
        zenith = table[last].zenith.mixed(with: table[next].zenith, share)
        horizon = table[last].horizon.mixed(with: table[next].horizon, share)
        sun = table[last].sun.mixed(with: table[next].sun, share)
        height = max(0, sin((hour - 5) / 16 * .pi))
    }
}
