package import Foundation

extension MediaFacts {
    /// The same facts with what only the file's name tells.
    package func completed(byName name: String?, zone: TimeZone) -> MediaFacts {
        guard let name else { return self }
        var facts = self
        // Apple's programs write films of iTunes's kind as plain MPEG-4: there only the name tells.
        if type == .mpeg4, name.lowercased().hasSuffix(".m4v") { facts.type = .m4v }
        // Windows Media has one format for movies of its own codecs and of others.
        if type == .windowsMedia, name.lowercased().hasSuffix(".asf") {
            facts.type = .advancedSystems
        }
        guard isDateWeakerThanName, let time = FileNameDate.read(name) else { return facts }
        var date = CreationDate(time, FactsTable.nameTag, zone)
        // A name that counts in GMT says nothing of the place.
        if time.zoneOffset != nil { date.zoneOffset = nil }
        facts.take(date)
        return facts
    }

    /// Whether there is no date, or one from a tag that the table puts behind names.
    private var isDateWeakerThanName: Bool {
        guard let dateSource else { return true }
        let order = FactsTable.rows(of: .creationDate).map(\.tag)
        guard let mine = order.firstIndex(of: dateSource),
            let name = order.firstIndex(of: FactsTable.nameTag)
        else { return false }
        return mine > name
    }
}
