import PhotosBase
import PhotosSearch

extension AssetRecord {
    /// Checks the rules that every asset must meet, whichever code fills it.
    ///
    /// The tables check the same rules.
    ///
    /// Values without a range of their own are checked only for `fields`. The others have passed the tables'
    /// checks.
    ///
    /// - Throws: ``StoreError`` with code `changeNotSupported`. The message names the field, never its value.
    func checkRules(_ fields: AssetFieldMask) throws {
        for field in fields.fields { try Self.checkIsStorable(self[field], named: field.column) }
        guard (latitude == nil) == (longitude == nil) else {
            throw Self.refusal(of: "latitude", rule: "has to come together with a longitude")
        }
        if let latitude, abs(latitude) > 90 {
            throw Self.refusal(of: "latitude", rule: "must be from -90 to 90")
        }
        if let longitude, abs(longitude) > 180 {
            throw Self.refusal(of: "longitude", rule: "must be from -180 to 180")
        }
        guard (0...5).contains(rating) else {
            throw Self.refusal(of: "rating", rule: "must be from 0 to 5")
        }
        guard duration >= 0 else {
            throw Self.refusal(of: "duration", rule: "must not be negative")
        }
        guard pixelWidth >= 0, pixelHeight >= 0 else {
            throw Self.refusal(of: "size", rule: "must not be negative")
        }
        guard originalChoice == .compressed || originalChoice == .raw else {
            throw Self.refusal(of: "original choice", rule: "must be 0 or 1")
        }
    }

    /// Checks for values that SQLite cannot store: "not a number", and text with a zero byte.
    fileprivate static func checkIsStorable(_ value: FieldValue, named name: String) throws {
        switch value {
        case .real(let number) where !number.isFinite:
            throw refusal(of: name, rule: "must be a finite number")
        case .text(let text) where text.utf8.contains(0):
            throw refusal(of: name, rule: "must not contain a zero byte")
        default: break
        }
    }

    private static func refusal(of name: String, rule: String) -> StoreError {
        StoreError(
            .changeNotSupported,
            "The \(name.replacing("_", with: " ")) of an asset \(rule), so the whole block was refused."
        )
    }
}

extension CollectionRecord {
    /// Checks the title of an album or folder.
    ///
    /// - Throws: ``StoreError`` with code `changeNotSupported`.
    static func check(title: String) throws {
        guard title.utf8.contains(0) else { return }
        throw StoreError(
            .changeNotSupported,
            "The title of an album or folder must not contain a zero byte, so the whole block was refused."
        )
    }

    /// Checks the search of a smart album.
    ///
    /// - Throws: ``StoreError`` with code `changeNotSupported` for a search that says nothing, or contains a zero byte.
    static func check(search: String) throws {
        guard isSearch(search) else {
            throw StoreError(
                .changeNotSupported,
                "The search of a smart album must have at least one word, and no zero byte. The whole block was refused."
            )
        }
    }

    /// Returns whether a text can be the search of a smart album: it says something, and has no zero byte.
    package static func isSearch(_ text: String) -> Bool {
        SearchQuery(text, today: CivilDay(0)).term != nil && !text.utf8.contains(0)
    }
}
