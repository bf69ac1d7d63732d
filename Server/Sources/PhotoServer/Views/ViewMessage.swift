import Foundation
import NIOCore
import ServeRules

/// The event of a view's change, encoded once for all streams.
enum ViewMessage {
    static func changeMessage(
        of key: ViewKey,
        from: UInt32,
        to: UInt32,
        count: Int,
        videos: Int,
        edits: ListPatch,
        inserted: [DayAndShape],
        changed: [DayAndShape]
    ) -> String {
        let indexes = edits.changed.ranges.flatMap(\.self)
        return jsonText(
            of: Model(
                view: key.text,
                from: from,
                to: to,
                count: count,
                videos: videos,
                removed: edits.removed.pairs,
                inserted: edits.inserted.pairs,
                insertedShapes: Data(inserted.map(\.shape)).base64EncodedString(),
                insertedDays: ShapeFile.runLengths(of: inserted.map(\.day))
                    .map { [Int($0.day), $0.count] },
                changed: zip(indexes, changed).map { [$0, Int($1.shape), Int($1.day)] },
                moved: edits.moves.map { [$0.from, $0.to] }
            )
        )
    }

    static func reloadMessage(of key: ViewKey, version: UInt32, count: Int) -> String {
        jsonText(of: Reload(view: key.text, version: version, count: count))
    }

    private static func jsonText(of value: some Encodable) -> String {
        String(buffer: JSONAnswer.bytes(value))
    }

    private struct Model: Encodable {
        let view: String
        let from: UInt32
        let to: UInt32
        let count: Int
        let videos: Int
        let removed: [[Int]]
        let inserted: [[Int]]
        let insertedShapes: String
        let insertedDays: [[Int]]
        let changed: [[Int]]
        let moved: [[Int]]
    }

    private struct Reload: Encodable {
        let view: String
        let version: UInt32
        let count: Int
    }
}
