public import Foundation

/// A question of a program for a person: to pick photos, or to decide about the program's access.
public struct PickRequest: Hashable, Sendable {
    /// A kind of question.
    public enum Kind: String, Decodable, Hashable, Sendable {
        /// To pick photos.
        case pick
        /// To decide about the application's access.
        case access
    }

    /// The kind of the question.
    public var kind = Kind.pick
    /// The application in the sense of the library's access; nil is the owner.
    public var application: String?
    /// The name that the page shows.
    public var name = ""
    /// Whether the question is about adding photos alone.
    public var isAddOnly = false
    /// The photos that can be picked; nil means all.
    public var filter: PickFilter?
    /// The most photos; 0 means that there is no limit.
    public var limit = 1
    /// Whether the page shows the order of the picks.
    public var isOrdered = false
    /// The photos that are picked at the start, by local identifier.
    public var preselected: [String] = []
    /// The search at the start.
    public var search = ""
    /// A sentence of the asking program.
    public var prompt: String?
    /// The folder for copies; nil where only a denied application gets copies.
    public var copies: String?
    /// The seconds until somebody must have opened the page.
    public var wait = 300.0

    /// Makes a request for one photo.
    public init() {}

    /// The most bytes of a request.
    public static let mostBytes = 16 << 20
    /// The longest wait in seconds, because the code of the page is valid so long.
    public static let longestWait = 900.0
    /// The most photos of a pick.
    public static let mostPicks = 50_000

    /// Reads a request.
    ///
    /// - Parameter line: The JSON of the request.
    /// - Returns: The request.
    /// - Throws: ``PickRequestError`` for anything else.
    public static func read(from line: Data) throws(PickRequestError) -> PickRequest {
        let request: PickRequest
        do {
            request = try JSONDecoder().decode(PickRequest.self, from: line)
        } catch {
            throw PickRequestError("The request is no JSON of the form that Server.md describes.")
        }
        if let fault = request.fault { throw PickRequestError(fault) }
        return request
    }

    private var fault: String? {
        if limit < 0 { return "\"limit\" is 0 or more." }
        if !(1...Self.longestWait).contains(wait) { return "\"wait\" is from 1 to 900 seconds." }
        if let application, !(1...255).contains(application.count) {
            return "\"application\" has 1 to 255 characters."
        }
        if kind == .access, application == nil {
            return "A question about access names an application."
        }
        if name.utf8.count > 1000 || (prompt ?? "").utf8.count > 4000 {
            return "\"name\" has up to 1,000 bytes, and \"prompt\" up to 4,000."
        }
        if search.utf8.count > ViewKey.longestSearch {
            return "\"search\" has up to \(ViewKey.longestSearch) bytes."
        }
        if let copies, !copies.hasPrefix("/") { return "\"copies\" is an absolute path." }
        if filter?.isBounded == false { return "The filter is too large." }
        return nil
    }
}

extension PickRequest: Decodable {
    private enum Keys: String, CodingKey {
        case kind, application, name, addOnly, filter, limit, ordered, preselected, search, prompt
        case copies, wait
    }

    /// Reads a request; missing members have their usual values.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        kind = try values.decodeIfPresent(Kind.self, forKey: .kind) ?? .pick
        application = try values.decodeIfPresent(String.self, forKey: .application)
        name = try values.decodeIfPresent(String.self, forKey: .name) ?? ""
        isAddOnly = try values.decodeIfPresent(Bool.self, forKey: .addOnly) ?? false
        filter = try values.decodeIfPresent(PickFilter.self, forKey: .filter)
        limit = try values.decodeIfPresent(Int.self, forKey: .limit) ?? 1
        isOrdered = try values.decodeIfPresent(Bool.self, forKey: .ordered) ?? false
        preselected = try values.decodeIfPresent([String].self, forKey: .preselected) ?? []
        search = try values.decodeIfPresent(String.self, forKey: .search) ?? ""
        prompt = try values.decodeIfPresent(String.self, forKey: .prompt)
        copies = try values.decodeIfPresent(String.self, forKey: .copies)
        wait = try values.decodeIfPresent(Double.self, forKey: .wait) ?? 300
    }
}

/// Why a request was refused.
public struct PickRequestError: Error, Hashable, Sendable {
    /// A sentence for people.
    public let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}
