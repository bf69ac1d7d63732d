import Foundation

/// The name of a member of an event or report in JSON.
struct MemberName: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// Counts of a report with their names in JSON, in the order of the members.
typealias CountMembers<Report> = [(
    name: MemberName, count: any WritableKeyPath<Report, Int> & Sendable
)]

extension KeyedEncodingContainer<MemberName> {
    /// Writes the name of an event, and the members that many events have.
    ///
    /// An identifier or reason that is an empty text becomes null: a dry run knows no identifiers of photos that it does not
    /// make.
    mutating func encode(
        event: String,
        at url: URL? = nil,
        path: String? = nil,
        identifier: String? = nil,
        reason: String? = nil
    ) throws {
        try encode(event, forKey: "event")
        if let path = url?.path ?? path { try encode(path, forKey: "path") }
        if let identifier {
            try encode(identifier.isEmpty ? nil : identifier, forKey: "identifier")
        }
        if let reason { try encode(reason.isEmpty ? nil : reason, forKey: "reason") }
    }

    mutating func encode<Report>(_ counts: CountMembers<Report>, of report: Report) throws {
        for member in counts { try encode(report[keyPath: member.count], forKey: member.name) }
    }
}

extension KeyedDecodingContainer<MemberName> {
    func value<Value: Decodable>(_ name: MemberName) throws -> Value {
        try decode(Value.self, forKey: name)
    }

    /// Returns a text; an empty one for null.
    func text(_ name: MemberName) throws -> String { try value(name) ?? "" }

    /// Returns a number of things or bytes.
    func amount<Value: FixedWidthInteger & Decodable>(_ name: MemberName) throws -> Value {
        let amount: Value = try value(name)
        guard amount >= 0 else { throw unsuitable(name, "The number is below zero.") }
        return amount
    }

    /// Returns the URL of a path, without reading the disk.
    func url(
        _ name: MemberName = "path",
        is hint: URL.DirectoryHint = .notDirectory
    ) throws -> URL {
        let path: String = try value(name)
        // The reader's current folder is another one than the writer's.
        guard path.hasPrefix("/") else { throw unsuitable(name, "The path begins in no folder.") }
        return URL(filePath: path, directoryHint: hint)
    }

    /// Returns the URL of a path; nil for null.
    func urlOrNil(_ name: MemberName) throws -> URL? {
        try value(name) as String? == nil ? nil : url(name)
    }

    func read<Report>(_ counts: CountMembers<Report>, into report: inout Report) throws {
        for member in counts { report[keyPath: member.count] = try amount(member.name) }
    }

    /// Throws unless the object is an event of this name.
    func checkEvent(is name: String) throws {
        guard try text("event") == name else { throw otherEvent() }
    }

    /// The error for an event of another kind.
    func otherEvent() -> DecodingError { unsuitable("event", "The object is another event.") }

    func unsuitable(_ name: MemberName, _ reason: String) -> DecodingError {
        .dataCorruptedError(forKey: name, in: self, debugDescription: reason)
    }
}
