package import Foundation

extension MediaFacts {
    /// Returns the same facts, completed by those that only the file's name states.
    package func completed(byName name: String?, zone: TimeZone) -> MediaFacts {
        guard let name else { return self }
        var facts = self
        // Apple's programs write iTunes movies as plain MPEG-4. Only the name distinguishes them.
        if type == .mpeg4, name.lowercased().hasSuffix(".m4v") { facts.type = .m4v }
        // Windows Media has one format for movies with its own codecs and with others.
        if type == .windowsMedia, name.lowercased().hasSuffix(".asf") {
            facts.type = .advancedSystems
        }
        if facts.burstIdentifier == nil, kind == .image {
            facts.burstIdentifier = BurstName(name)?.identifier(facts)
        }
        guard let time = FileNameDate.read(name) else { return facts }
        guard facts.isDateWeaker(than: time) else {
            facts.takeZone(of: time, isPixels: name.hasPrefix("PXL_"), zone: zone)
            return facts
        }
        var date = CreationDate(time, FactsTable.nameTag, zone)
        // A name in GMT does not reveal the zone where the picture was taken.
        if time.zoneOffset == 0 { date.zoneOffset = nil }
        facts.setDate(date)
        return facts
    }

    /// Whether a name's date counts instead of this one.
    ///
    /// The name counts if there is no date, if clocks begin with the date after a reset, or if the date's tag comes after
    /// names in the table. If the date is a day alone, a name with a time on this day counts.
    private func isDateWeaker(than name: CaptureTime) -> Bool {
        guard let dateSource, let creationDate else { return true }
        let offset = zoneOffset ?? assumedZoneOffset ?? 0
        let local = CaptureTime(
            localSeconds: creationDate.timeIntervalSince1970 + Double(offset),
            zoneOffset: isZoneAssumed ? nil : offset
        )
        if local.isResetClock || isDay(local, of: name) { return true }
        // A day, month or year alone, which XMP and IPTC can state, is such a noon, too.
        if local.isNoonOfFirstDay, dateSource.hasPrefix("Exif.") { return true }
        let order = FactsTable.rows(of: .creationDate).map(\.tag)
        guard let mine = order.firstIndex(of: dateSource),
            let name = order.firstIndex(of: FactsTable.nameTag)
        else { return false }
        return mine > name
    }

    /// Whether a local time may be a day alone, which is its noon, and a name states a time on that day.
    private func isDay(_ local: CaptureTime, of name: CaptureTime) -> Bool {
        guard isZoneAssumed, name.hasTime, local.isNoon else { return false }
        // A moment in GMT may be on the day in some zone.
        let zones = name.zoneOffset == 0 ? CaptureTime.zoneOffsets : 0...0
        let distance = name.localSeconds - local.localSeconds
        return distance >= -43_200 - Double(zones.upperBound)
            && distance < 43_200 - Double(zones.lowerBound)
    }
}
