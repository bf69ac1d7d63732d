import Foundation

/// A date in a table, which is shorter where a terminal is narrow.
struct ShownDate {
    private let date: Date?
    /// Seconds east of GMT; nil for a camera's clock of an unknown zone, which stands in GMT.
    private let zone: Int?
    private let isAssumed: Bool
    private let machine: TimeZone

    /// Makes a date of a photo.
    ///
    /// - Parameters:
    ///   - date: The date, if any.
    ///   - zone: The zone of the camera's clock in seconds east of GMT; nil if it is unknown.
    ///   - isAssumed: Whether the file states no zone.
    ///   - isCamera: Whether the date is one of a camera's clock. Other dates are in the zone of this machine.
    ///   - machine: The zone of this machine.
    init(
        _ date: Date?,
        zone: Int? = nil,
        isAssumed: Bool = false,
        isCamera: Bool = false,
        machine: TimeZone = .current
    ) {
        self.date = date
        self.zone = isCamera ? zone : date.map(machine.secondsFromGMT(for:))
        self.isAssumed = isAssumed
        self.machine = machine
    }

    /// The forms: with seconds and zone; with a zone that is not the machine's; without a zone; the day.
    var cell: Table.Cell {
        guard let date else { return Table.Cell("-") }
        let clock = Wording.formattedClock(date, zone: zone ?? 0)
        let written =
            zone.map { " " + Wording.formattedOffset($0) + (isAssumed ? "?" : "") } ?? " GMT"
        let minute = String(clock.prefix(16))
        let isHere = zone == machine.secondsFromGMT(for: date)
        return Table.Cell(
            clock + written,
            minute + (isHere ? "" : written),
            minute,
            String(clock.prefix(10))
        )
    }
}
