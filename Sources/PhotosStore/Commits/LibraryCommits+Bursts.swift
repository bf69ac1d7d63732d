import Foundation
import GRDB

extension LibraryCommits {
    /// Chooses a representative frame for each burst that has none outside Recently Deleted.
    ///
    /// Versions before format 6 left such bursts when the representative was deleted. This reads all frames
    /// of bursts, once, when an older library is migrated.
    ///
    /// - Returns: The number of bursts without a representative.
    @discardableResult
    package func settleOldBursts() throws -> Int {
        let bursts = try core.readAll { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT burst_identifier FROM asset
                    WHERE burst_identifier IS NOT NULL AND trashed_date IS NULL
                    GROUP BY burst_identifier HAVING max(represents_burst) = 0
                    """
            )
        }
        for start in stride(from: 0, to: bursts.count, by: 1_000) {
            var mutations: [Mutation] = []
            for burst in bursts[start..<min(start + 1_000, bursts.count)] {
                let frames = try self.records.burst(burst)
                let candidates = frames.map { BurstRules.Frame($0) }
                guard let index = BurstRules.representative(of: candidates) else { continue }
                var update = AssetUpdate()
                update.values[.representsBurst] = .flag(true)
                mutations.append(.updateAsset(frames[index].uuid, update))
            }
            try commit(ChangeBlock(mutations, work: .analysis), by: .owner)
        }
        return bursts.count
    }
}
