import Foundation
import GRDB

/// What the ledger of sources knows of imports that a person takes back.
extension ChangeTransaction {
    /// Lets the next import of an export give again what an import gave to photos that the library had, and that is taken back.
    ///
    /// The change names the source of its import. Without one, the source was forgotten, and its files with it.
    func noteReversedImports(among sequences: Set<Int64>, of reversal: Reversal) throws {
        let given = Self.givenAssets(of: reversal)
        guard !given.isEmpty else { return }
        for sequence in sequences {
            let logged = try Self.change(at: sequence, db)
            guard logged.work == .imported, let source = try sourceRow(ofChange: sequence) else {
                continue
            }
            let changed = try Self.assets(in: logged.encodedBody).intersection(given)
            guard !changed.isEmpty else { continue }
            try SourceLedger(db).noteReversal(ofAssets: changed, from: source)
        }
    }

    /// Returns the assets, with the sources, to which an import gives its values again, because a reversal of it is taken back.
    ///
    /// The log does not say what a change took back. A change that turned around what an import did is its reversal.
    ///
    /// - Parameters:
    ///   - sequences: The changes that are taken back.
    ///   - reversal: What takes them back, and is not performed yet.
    /// - Returns: The rows of the assets and of the sources.
    /// - Throws: ``StoreError`` with code `detailsUnavailable` if the log no longer has one of the changes.
    func returningImports(
        among sequences: Set<Int64>,
        of reversal: Reversal
    ) throws -> [(asset: Int64, source: Int64)] {
        let given = Self.givenAssets(of: reversal)
        guard !given.isEmpty, assets.client == nil else { return [] }
        let reversed = try SourceLedger(db).reversedAssets(among: given.sorted())
        guard !reversed.isEmpty else { return [] }
        var returning: [(asset: Int64, source: Int64)] = []
        for sequence in sequences.sorted() {
            guard try Self.change(at: sequence, db).work == .edit else { continue }
            let undone = try Rewind(of: [sequence], db)
            for (source, assets) in reversed {
                var waiting = assets.intersection(undone.assets.keys)
                for imported in try imports(from: source, before: sequence)
                where !waiting.isEmpty {
                    let logged = try Self.change(at: imported, db)
                    let touched = try Self.assets(in: logged.encodedBody).intersection(waiting)
                    guard !touched.isEmpty else { continue }
                    let effect = try Rewind(of: [imported], db)
                    for asset in touched
                    where Self.isReversal(undone.assets[asset], of: effect.assets[asset]) {
                        waiting.remove(asset)
                        returning.append((asset, source))
                    }
                }
            }
        }
        return returning
    }

    private static func givenAssets(of reversal: Reversal) -> Set<Int64> {
        Set(reversal.assetValues.keys).union(reversal.assumedZones.keys)
    }

    private static func assets(in body: [UInt8]) throws -> Set<Int64> {
        Set(
            try ChangeBody.outline(encoded: body).filter { $0.id.entity == .asset }
                .map(\.id.rowID)
        )
    }

    private func sourceRow(ofChange sequence: Int64) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT source_id FROM change WHERE sequence = ?"),
            arguments: [sequence]
        )
    }

    /// Returns the last imports from a source before a change, the latest one first.
    private func imports(from source: Int64, before sequence: Int64) throws -> [Int64] {
        try Int64.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT sequence FROM change WHERE source_id = ? AND work = ? AND sequence < ?
                    ORDER BY sequence DESC LIMIT 64
                    """
            ),
            arguments: [source, WorkKind.imported.rawValue, sequence]
        )
    }

    /// Returns whether one effect on an asset is another one turned around.
    private static func isReversal(
        _ effect: ObjectDelta<AssetRecord>?,
        of other: ObjectDelta<AssetRecord>?
    ) -> Bool {
        guard let effect, let other, let before = effect.before, let after = effect.after,
            let otherBefore = other.before, let otherAfter = other.after
        else { return false }
        // Other traits follow from the files.
        let fields = effect.mask.fields.filter { $0 != .modificationDate && $0 != .traits }
        return !fields.isEmpty
            && fields.allSatisfy {
                before[$0].isIdentical(to: otherAfter[$0])
                    && after[$0].isIdentical(to: otherBefore[$0])
            }
    }
}
