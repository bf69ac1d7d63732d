/// Row numbers in order, as an application keeps them, in pieces: a change in the middle of a million costs a thousand.
struct ViewedRows {
    private var pieces: [[Int64]] = []
    private(set) var count = 0

    private static let pieceSize = 1_024

    init(_ rows: some Collection<Int64>) {
        count = rows.count
        var piece: [Int64] = []
        for row in rows {
            piece.append(row)
            if piece.count == Self.pieceSize {
                pieces.append(piece)
                piece = []
            }
        }
        pieces.append(piece)
    }

    subscript(index: Int) -> Int64 {
        let (piece, offset) = locate(index)
        return pieces[piece][offset]
    }

    mutating func remove(at index: Int) -> Int64 {
        let (piece, offset) = locate(index)
        count -= 1
        let row = pieces[piece].remove(at: offset)
        if pieces[piece].isEmpty, pieces.count > 1 { pieces.remove(at: piece) }
        return row
    }

    mutating func insert(_ row: Int64, at index: Int) {
        let (piece, offset) =
            index == count ? (pieces.count - 1, pieces.last?.count ?? 0) : locate(index)
        count += 1
        pieces[piece].insert(row, at: offset)
        if pieces[piece].count > 2 * Self.pieceSize {
            let half = Array(pieces[piece][Self.pieceSize...])
            pieces[piece].removeSubrange(Self.pieceSize...)
            pieces.insert(half, at: piece + 1)
        }
    }

    /// Where another list of as many rows differs first.
    func firstDifference(from rows: [Int64]) -> Int? {
        var offset = 0
        for piece in pieces {
            for row in piece {
                guard row == rows[offset] else { return offset }
                offset += 1
            }
        }
        return nil
    }

    private func locate(_ index: Int) -> (piece: Int, offset: Int) {
        precondition(index >= 0 && index < count, "Index \(index) is beyond a list of \(count).")
        var rest = index
        var piece = 0
        while rest >= pieces[piece].count {
            rest -= pieces[piece].count
            piece += 1
        }
        return (piece, rest)
    }
}
