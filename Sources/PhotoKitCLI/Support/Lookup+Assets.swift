import OpenPhotoKit
import PhotosBase

extension Lookup {
    /// Which photos and videos may be named.
    enum AssetState {
        case any
        /// Assets outside of Recently Deleted.
        case present
        /// The same, for the command that moves photos to Recently Deleted.
        case deletable
        /// Assets in Recently Deleted.
        case deleted
    }

    /// The meaning of a name, before it is known which of the assets the command may use.
    private enum Meaning {
        case identifier(String)
        case filename([String])
    }

    /// Returns assets in the order of their names.
    ///
    /// A name is an identifier, its beginning, or the name of a file that only one asset has. Identifiers come first.
    ///
    /// - Parameters:
    ///   - names: The names.
    ///   - state: Which assets may be named; a file name prefers them.
    /// - Returns: The assets.
    /// - Throws: `CommandFailure` for a name that names nothing or several assets, or an asset of the other state.
    func assets(named names: [String], _ state: AssetState = .any) throws -> [PHAsset] {
        let meanings = try meanings(of: names)
        let identifiers = meanings.flatMap { meaning in
            switch meaning {
            case .identifier(let identifier): [identifier]
            case .filename(let identifiers): identifiers
            }
        }
        let known = assets(withIdentifiers: identifiers)
        return try zip(names, meanings).compactMap { name, meaning in
            let asset =
                switch meaning {
                case .identifier(let identifier): known[identifier]
                case .filename(let identifiers):
                    try singleAsset(
                        in: identifiers.compactMap { known[$0] },
                        name: name,
                        state: state
                    )
                }
            if let asset { try checkState(of: asset, expected: state, name: name) }
            return asset
        }
    }

    private func meanings(of names: [String]) throws -> [Meaning] {
        let prefixed = try names.map { try library.localIdentifiers(beginningWith: $0, of: .asset) }
        let others = zip(names, prefixed).filter { $1.isEmpty }.map(\.0)
        let files = others.isEmpty ? [:] : try library.localIdentifiers(ofFilesNamed: others)
        return try zip(names, prefixed).map { name, found in
            if let first = found.first {
                guard found.count == 1 else {
                    throw CommandFailure(
                        .usage,
                        "Several identifiers begin with \"\(name)\". Write more characters of the identifier."
                    )
                }
                return .identifier(first)
            }
            guard let identifiers = files[name] else { throw unknownAsset(name) }
            return .filename(identifiers)
        }
    }

    private func unknownAsset(_ name: String) -> CommandFailure {
        let near = ((try? library.filenames(near: name)) ?? []).map {
            "\"\(Table.printableText($0))\""
        }
        let advice =
            name.contains("/") && !name.contains("/L0/")
            ? "Write the name of the file without its folder. A folder to write to comes after --to."
            : near.isEmpty
                ? "\"photokit ls\" lists the existing ones."
                : "Did you mean \(near.joined(separator: " or "))?"
        return CommandFailure(
            .usage,
            "There is no photo or video \"\(Table.printableText(name))\". \(advice)"
        )
    }

    /// Returns the one asset that a file name means.
    private func singleAsset(
        in found: [PHAsset],
        name: String,
        state: AssetState
    ) throws -> PHAsset? {
        let preferred = found.filter { ($0.recentlyDeletedDate != nil) == (state == .deleted) }
        let candidates = preferred.isEmpty ? found : preferred
        guard candidates.count > 1 else { return candidates.first }
        let shown = candidates.prefix(Self.mostCandidates).map {
            "\(Wording.shortIdentifier($0.localIdentifier)) (\(AssetDescription($0).taken))"
        }
        let rest = candidates.count - shown.count
        throw CommandFailure(
            .usage,
            "\(candidates.count) photos and videos have the file name \"\(Table.printableText(name))\". Name one by its identifier: \(shown.joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : "")."
        )
    }

    /// The greatest number of photos that a message names.
    private static let mostCandidates = 10

    private func checkState(of asset: PHAsset, expected state: AssetState, name: String) throws {
        let isDeleted = asset.recentlyDeletedDate != nil
        if state == .present, isDeleted {
            throw CommandFailure(
                .usage,
                "\(Table.printableText(name)) is in Recently Deleted. Restore it first with \"photokit restore \(ShellWord.operand(name))\"."
            )
        }
        if state == .deletable, isDeleted {
            let word = ShellWord.operand(name)
            throw CommandFailure(
                .usage,
                "\(Table.printableText(name)) is in Recently Deleted. \"photokit purge \(word)\" deletes it for good, and \"photokit restore \(word)\" brings it back."
            )
        }
        if state == .deleted, !isDeleted {
            throw CommandFailure(
                .usage,
                "\(Table.printableText(name)) is not in Recently Deleted. \"photokit ls --deleted\" lists the photos and videos in Recently Deleted."
            )
        }
    }

    /// Returns the assets that exist, with those in Recently Deleted, by identifier.
    func assets(withIdentifiers identifiers: [String]) -> [String: PHAsset] {
        let found = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil)
        var known = Dictionary(
            found.objects(at: IndexSet(0..<found.count)).map { ($0.localIdentifier, $0) },
            uniquingKeysWith: { $1 }
        )
        let missing = identifiers.filter { known[$0] == nil }
        guard !missing.isEmpty else { return known }
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "localIdentifier IN %@", missing)
        let trashed = PHAsset.fetchRecentlyDeletedAssets(with: options)
        for asset in trashed.objects(at: IndexSet(0..<trashed.count)) {
            known[asset.localIdentifier] = asset
        }
        return known
    }
}
