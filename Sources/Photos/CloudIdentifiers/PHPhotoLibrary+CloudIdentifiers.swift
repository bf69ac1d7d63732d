// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import PhotosStore

/// The result of the deprecated mappings for a cloud identifier that matches no object.
@available(*, deprecated, message: "Use localIdentifierMappings(for:).")
public let PHLocalIdentifierNotFound: String = ""

extension PHPhotoLibrary {
    /// Returns the cloud identifiers of local objects.
    func cloudMappings(
        _ localIdentifiers: [String]
    ) -> [String: Result<PHCloudIdentifier, any Error>] {
        let names = Dictionary(
            localIdentifiers.compactMap { string in LocalIdentifier(string).map { (string, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
        let known = read(orElse: [:]) {
            try CloudLookup.cloudNames(of: Array(names.values), in: $0)
        }
        return Dictionary(
            localIdentifiers.map { string in
                (
                    string,
                    names[string].flatMap { known[$0] }.map { .success(PHCloudIdentifier($0)) }
                        ?? .failure(Self.notFound)
                )
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Returns the local identifiers of the objects that match some cloud identifiers.
    func localMappings(
        _ cloudIdentifiers: [PHCloudIdentifier],
        byContent: Bool
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        let names = cloudIdentifiers.map { ($0, CloudName($0.archivalStringValue)) }
        let found = read(orElse: [:]) { store in
            try CloudLookup.cloudNames(of: names.compactMap { $0.1?.identifier }, in: store)
        }
        var mappings: [PHCloudIdentifier: Result<String, any Error>] = [:]
        for (cloud, name) in names {
            mappings[cloud] = localMapping(of: name, among: found, byContent: byContent)
        }
        return mappings
    }

    private func localMapping(
        of name: CloudName?,
        among found: [LocalIdentifier: CloudName],
        byContent: Bool
    ) -> Result<String, any Error> {
        guard let name else { return .failure(Self.notFound) }
        if found[name.identifier] != nil { return .success(name.identifier.description) }
        guard byContent, let checksum = name.checksum else { return .failure(Self.notFound) }
        let matches = read(orElse: []) { try $0.records.assets(withChecksum: checksum) }
            .map { LocalIdentifier(uuid: $0, kind: .asset).description }
        switch matches.count {
        case 0: return .failure(Self.notFound)
        case 1: return .success(matches[0])
        default:
            return .failure(
                PHPhotosError(
                    .multipleIdentifiersFound,
                    userInfo: [PHLocalIdentifiersErrorKey: matches]
                )
            )
        }
    }

    private static var notFound: PHPhotosError { PHPhotosError(.identifierNotFound) }
}

/// Reads the parts of cloud identifiers, in a fixed number of SQL statements.
enum CloudLookup {
    static func cloudNames(
        of identifiers: [LocalIdentifier],
        in store: Library
    ) throws -> [LocalIdentifier: CloudName] {
        let assets = identifiers.filter { $0.kind == .asset }
        let collections = identifiers.filter { $0.kind != .asset }
        var names: [LocalIdentifier: CloudName] = [:]
        let rows = try store.records.rows(of: assets.map(\.uuid), in: .asset)
        let records = try store.records.assets(rows.values).records
        let resources = try store.records.resources(ofAssets: rows.values)
        for identifier in assets {
            guard let row = rows[identifier.uuid], records[row]?.trashedDate == nil else {
                continue
            }
            names[identifier] = CloudName(identifier, checksum: resources[row]?.first?.checksum)
        }
        let collectionRows = try store.records.rows(of: collections.map(\.uuid), in: .collection)
        for identifier in collections where collectionRows[identifier.uuid] != nil {
            names[identifier] = CloudName(identifier, checksum: nil)
        }
        return names
    }
}
