import Foundation
import OpenPhotoKit
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What becomes of a file does not depend on the files before it.
///
/// `PHOTOKIT_TEST_MIXED_FILES` says how many files to import, and `PHOTOKIT_TEST_MIXED_ORDERS` in how many orders; the
/// account is printed where either is set.
@Suite(.permit, .serialized) struct MixedOrderTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["PHOTOKIT_TEST_MIXED_FILES"].flatMap { Int($0) }
    private static let orders = environment["PHOTOKIT_TEST_MIXED_ORDERS"].flatMap { Int($0) }

    @Test func `the same previews and the same failures come in every order`() async throws {
        let mixed = try MixedFiles(Self.count ?? 120, seed: 17)
        var random = SeededNumbers(seed: 2026)
        var first: [String: Outcome] = [:]
        var differing: Set<String> = []
        let clock = ContinuousClock()
        var times: [Duration] = []
        for number in 0..<(Self.orders ?? 3) {
            let order = mixed.names.shuffled(using: &random)
            let start = clock.now
            let results = try await Self.results(of: mixed, in: order)
            times.append(clock.now - start)
            #expect(results.count == mixed.names.count)
            if number == 0 { first = results }
            for (name, result) in results where result != first[name] {
                differing.insert(name)
                Issue.record(
                    "\(name), order \(number): \(result), first: \(first[name].map { "\($0)" } ?? "none")"
                )
            }
        }
        guard Self.count != nil || Self.orders != nil else { return }
        let sorts = Dictionary(grouping: first.values, by: \.kind)
        print(
            """
            \(mixed.names.count) files in \(times.count) orders: \
            \(Self.list(mixed.kinds)); \(Self.list(sorts.mapValues(\.count))); \
            \(differing.count) differ; \(times.map { "\($0.components.seconds)" }) s
            """
        )
    }

    private static func list(_ counts: [some StringProtocol: Int]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }

    /// What became of a file.
    private struct Outcome: Equatable, CustomStringConvertible {
        var kind: String
        var words = ""
        /// The bytes of each size.
        var previews: [Data] = []

        var description: String { "\(kind) \(words) \(previews.map(\.hashValue))" }
    }

    /// Imports files in an order, and says what became of each.
    private static func results(
        of mixed: MixedFiles,
        in order: [String]
    ) async throws -> [String: Outcome] {
        let folder = try TemporaryFolder(isVolatile: false)
        let root = folder.url.appendingPathComponent("in")
        try mixed.writeFiles(order, below: root)
        let library = try PHPhotoLibrary.open(
            at: folder.url.appendingPathComponent("Test.photolib"),
            create: true
        )
        defer { library.close() }
        let outcome = try await ImportOutcome(of: [root], into: library)
        var results: [String: Outcome] = [:]
        for name in order { results[name] = try result(of: name, outcome, library) }
        return results
    }

    private static func result(
        of name: String,
        _ outcome: ImportOutcome,
        _ library: PHPhotoLibrary
    ) throws -> Outcome {
        guard let identifier = outcome.imported[name] else {
            return Outcome(kind: "left out", words: outcome.problems[name] ?? "no reason")
        }
        let options = PHFetchOptions()
        options.library = library
        let asset = try #require(
            PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: options).firstObject
        )
        let resource = try #require(PHAssetResource.assetResources(for: asset).first)
        let record = try #require(resource.record)
        let store = try library.store()
        let words = [
            resource.uniformTypeIdentifier, "\(asset.pixelWidth) × \(asset.pixelHeight)",
            "\(asset.duration) s", outcome.incomplete[name], outcome.withoutPreview[name],
        ]
        return Outcome(
            kind: outcome.withoutPreview[name] == nil ? "with previews" : "without a preview",
            words: words.compactMap(\.self).joined(separator: ", "),
            previews: PreviewSize.allCases.compactMap {
                store.pictures.storedPreview($0, of: record)?.jpeg
            }
        )
    }
}
