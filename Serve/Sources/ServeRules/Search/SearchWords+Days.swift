extension SearchWords.Days {
    /// The offsets of all time zones, in seconds: from 12 hours behind GMT to 14 ahead.
    private static let zones = (least: -12.0 * 3600, most: 14.0 * 3600)

    private var start: Double { Double(first) * 86_400 }
    private var end: Double { (Double(last) + 1) * 86_400 }

    /// Whether a day lies in the period.
    public func contains(_ day: Int32) -> Bool { first <= day && day <= last }

    /// The seconds since 1970 that lie in the period in some time zone; nil for an empty period.
    public var possible: Range<Double>? {
        let (from, to) = (start - Self.zones.most, end - Self.zones.least)
        return first <= last ? from..<to : nil
    }

    /// The seconds since 1970 that lie in the period in every time zone; nil where there are none, as for a single day.
    public var certain: Range<Double>? {
        let (from, to) = (start - Self.zones.least, end - Self.zones.most)
        return from < to ? from..<to : nil
    }
}
