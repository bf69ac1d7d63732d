/// The keys that messages offer to somebody who wrote one that does not exist.
extension KeyTable {
    /// Spellings of other keys, which no document names.
    private static let otherSpellings: Set<String> = ["favorite", "hidden", "mediaSubtype"]

    /// Returns the keys in their order.
    ///
    /// - Parameter isSorting: Whether only keys are wanted that objects can be sorted by.
    /// - Returns: The keys, each thing under one name.
    func offeredKeys(forSorting isSorting: Bool) -> [String] {
        keys.filter { key in
            guard !Self.otherSpellings.contains(key), let meaning = self[key] else { return false }
            guard isSorting else { return true }
            switch meaning {
            case .field(let field): return !field.isList
            case .identifier: return true
            case .location, .missing: return false
            }
        }
    }

    /// Returns the key that was probably meant.
    ///
    /// - Parameters:
    ///   - key: The key that a person wrote.
    ///   - offered: The keys that can be meant.
    /// - Returns: The key that is the same in another case, has this meaning elsewhere, contains the word, or begins as
    ///   it does; nil if none does.
    func nearest(to key: String, among offered: [String]) -> String? {
        let word = key.lowercased()
        if let same = offered.first(where: { $0.lowercased() == word }) { return same }
        if let meant = Self.customary[word], offered.contains(meant) { return meant }
        guard word.count > 2 else { return nil }
        let containing = offered.filter { $0.lowercased().contains(word) }
        if let shortest = containing.min(by: { $0.count < $1.count }) { return shortest }
        let beginning = { (name: String) in name.lowercased().sharedBeginning(with: word).count }
        let best = offered.max { beginning($0) < beginning($1) }
        return best.flatMap { beginning($0) > 3 ? $0 : nil }
    }

    /// The names of keys in other programs.
    private static let customary = [
        "date": "creationDate", "taken": "creationDate", "time": "creationDate",
        "added": "addedDate", "changed": "modificationDate", "type": "mediaType",
        "kind": "mediaType", "length": "duration", "stars": "rating", "width": "pixelWidth",
        "height": "pixelHeight", "camera": "cameraModel", "lens": "lensModel",
        "shutter": "exposureTime", "fnumber": "aperture", "description": "caption",
        "tags": "keywords", "people": "persons", "faces": "persons", "name": "localizedTitle",
        "count": "estimatedAssetCount",
    ]
}

extension String {
    /// Returns the beginning that two texts share.
    fileprivate func sharedBeginning(with other: String) -> Substring {
        prefix(zip(self, other).prefix { $0 == $1 }.count)
    }
}
