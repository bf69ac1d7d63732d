import Foundation
import GRDB

extension ChangeTransaction {
    /// Ensures that each burst that the block changed has exactly one representative frame.
    ///
    /// Usual fetches show only the representative of a burst, so a burst without one would be invisible. This
    /// costs one statement for each changed burst, and none for other assets.
    func settleBursts() throws {
        var changed: Set<String> = []
        var left: Set<String> = []
        for entry in assets.entries.values {
            let (before, after) = (entry.before, entry.after)
            guard before?.burstIdentifier != nil || after?.burstIdentifier != nil else { continue }
            let (was, became) = (before.flatMap(BurstPart.init), after.flatMap(BurstPart.init))
            if let was, was.isFlagged, was != became { left.insert(was.burst) }
            if let became, became != was { changed.insert(became.burst) }
            // Older versions left a burst without a representative when the representative was deleted.
            if after == nil, let before, before.representsBurst, let burst = before.burstIdentifier
            {
                changed.insert(burst)
            }
        }
        for burst in changed.union(left).sorted() {
            try chooseFrame(of: burst, hasLeft: left.contains(burst))
        }
    }

    private func chooseFrame(of burst: String, hasLeft: Bool) throws {
        let frames = try frames(of: burst)
        guard let visible = try visibleFrames(frames) else { return choosePick(among: frames) }
        // A limited client's change must not depend on frames that the client does not see, and must not take
        // the role from them. So the choice is made among the visible frames, if there is one to choose.
        if visible.contains(where: \.representsBurst) || hasLeft && !visible.isEmpty {
            choosePick(among: visible)
        } else if hasLeft {
            choosePick(among: frames)
        }
    }

    /// Returns the frames outside Recently Deleted, with the changes of this block so far.
    private func frames(of burst: String) throws -> [AssetRecord] {
        let stored = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT id FROM asset WHERE burst_identifier = ?"),
            arguments: [burst]
        )
        try assets.load(rows: stored, in: db)
        return assets.entries.values.compactMap { entry in
            guard let after = entry.after, after.trashedDate == nil else { return nil }
            return after.burstIdentifier == burst ? after : nil
        }.sorted { $0.rowID < $1.rowID }
    }

    /// Returns the frames that the limited client sees; nil where the change is not made by a limited client.
    private func visibleFrames(_ frames: [AssetRecord]) throws -> [AssetRecord]? {
        guard let client = assets.client else { return nil }
        let old = frames.map(\.rowID).filter { assets.entries[$0]?.before != nil }
        let seen = try AssetRecord.visible(old, to: client, in: db)
        return frames.filter { frame in
            seen.contains(frame.rowID) || assets.entries[frame.rowID]?.before == nil
        }
    }

    private func choosePick(among frames: [AssetRecord]) {
        let claims = frames.map { frame -> BurstRules.Claim in
            guard frame.representsBurst else { return .none }
            let before = assets.entries[frame.rowID]?.before
            guard let before, before.burstIdentifier == frame.burstIdentifier else { return .held }
            return BurstPart(before)?.isFlagged == true ? .held : .new
        }
        let candidates = frames.map { BurstRules.Frame($0) }
        let chosen = BurstRules.representative(of: candidates, claims)
        for (index, frame) in frames.enumerated() where frame.representsBurst != (index == chosen) {
            assets.change(frame.rowID) { $0.representsBurst = index == chosen }
        }
    }
}

/// A frame's role in its burst, as far as other frames depend on it.
private struct BurstPart: Equatable {
    var burst: String
    var isFlagged: Bool
    var isHidden: Bool

    /// Returns nil for an asset outside of any burst, and for an asset in Recently Deleted.
    init?(_ record: AssetRecord) {
        guard let burst = record.burstIdentifier, record.trashedDate == nil else { return nil }
        self.burst = burst
        isFlagged = record.representsBurst
        isHidden = record.isHidden
    }
}

extension BurstRules.Frame {
    /// Creates a frame from an asset of the library.
    package init(_ record: AssetRecord) {
        self.init(
            name: record.filename ?? "",
            captureTime: record.creationDate?.timeIntervalSince1970,
            isCover: record.burstSelection.contains(.byCamera),
            isPicked: record.burstSelection.contains(.byUser),
            isHidden: record.isHidden
        )
    }
}
