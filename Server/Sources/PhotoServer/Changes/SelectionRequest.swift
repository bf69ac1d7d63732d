import ServeRules

/// The photos that a request is about: a few by name, or ranges of a list.
struct SelectionRequest: Decodable, Sendable {
    var ids: [String]?
    var view: String?
    var version: UInt32?
    var ranges: [[Int]]?
    var all: Bool?
    var except: [[Int]]?

    /// The album, if the request is about all of one.
    var wholeAlbum: ObjectName? {
        guard all == true, except?.isEmpty ?? true, case .album(let id) = view.flatMap(ViewKey.init)
        else { return nil }
        return ObjectName(id)
    }
}
