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
        guard isDateWeakerThanName else {
            facts.takeZone(ofLocal: time)
            return facts
        }
        var date = CreationDate(time, FactsTable.nameTag, zone)
        // A name in GMT does not reveal the zone where the picture was taken.
        if time.zoneOffset == 0 { date.zoneOffset = nil }
        facts.take(date)
        return facts
    }

    /// Takes the zone that a local time in the name gives to a moment in GMT, as movies' headers state.
    private mutating func takeZone(ofLocal time: CaptureTime) {
        guard zoneOffset == nil, assumedZoneOffset == nil, time.hasTime, time.zoneOffset == nil,
            let moment = creationDate?.timeIntervalSince1970
        else { return }
        zoneOffset = CaptureTime.zone(of: time.localSeconds, at: moment, lasting: duration)
    }

    /// Whether there is no date, or one that a driver wrote instead of the true one, or one from a tag that comes after
    /// names in the table.
    private var isDateWeakerThanName: Bool {
        guard let dateSource, let creationDate else { return true }
        let offset = Double(zoneOffset ?? assumedZoneOffset ?? 0)
        let local = CaptureTime(
            localSeconds: creationDate.timeIntervalSince1970 + offset,
            zoneOffset: nil
        )
        if local.isDriversDefault { return true }
        let order = FactsTable.rows(of: .creationDate).map(\.tag)
        guard let mine = order.firstIndex(of: dateSource),
            let name = order.firstIndex(of: FactsTable.nameTag)
        else { return false }
        return mine > name
    }
}
