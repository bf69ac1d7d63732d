public import CoreMedia
public import Foundation
import PhotosMedia

/// One field of what a movie says of itself.
open class AVMetadataItem: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; what it stores is constant.

    private let field: MovieField?
    /// Of an item that stands for the movie's header.
    private let date: Date?

    /// Makes an item that says nothing, for subclasses.
    public override init() {
        field = nil
        date = nil
        super.init()
    }

    init(_ field: MovieField) {
        self.field = field
        date = nil
        super.init()
    }

    init(headerDate: Date) {
        field = nil
        date = headerDate
        super.init()
    }

    /// The list that the field stands in, and its key: "mdta/com.apple.quicktime.make".
    open var identifier: AVMetadataIdentifier? {
        if date != nil { return .commonIdentifierCreationDate }
        return field.map { AVMetadataIdentifier("\($0.space.rawValue)/\($0.key.percentEncoded)") }
    }

    /// The list that the field stands in.
    open var keySpace: AVMetadataKeySpace? {
        if date != nil { return .common }
        return field.map { AVMetadataKeySpace($0.space.rawValue) }
    }

    /// The key: a text.
    open var key: Any? {
        if date != nil { return NSString(string: AVMetadataKey.commonKeyCreationDate.rawValue) }
        return field.map { NSString(string: $0.key) }
    }

    /// What the field means, where several lists have the same.
    open var commonKey: AVMetadataKey? {
        date == nil ? field?.commonKey : .commonKeyCreationDate
    }

    /// The value: a text, a number, bytes or a date, as an object of Foundation.
    ///
    /// It is an `Any`, because Swift on Linux believes that a cast of Apple's type, `any NSCopying & NSObjectProtocol`, to
    /// `String` or `Date` fails.
    open var value: Any? {
        if let date {
            return NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        }
        switch field?.value {
        case .text(let text): return NSString(string: text)
        case .integer(let number): return NSNumber(value: number)
        case .number(let number): return NSNumber(value: number)
        case .bytes(let data): return NSData(data: data)
        case nil: return nil
        }
    }

    /// The value as a text; nil for bytes.
    open var stringValue: String? {
        if let date { return date.formatted(.iso8601) }
        switch field?.value {
        case .text(let text): return text
        case .integer(let number): return String(number)
        case .number(let number): return String(number)
        case .bytes, nil: return nil
        }
    }

    /// The value as a number; nil where it is none, and no text of one.
    open var numberValue: NSNumber? {
        switch field?.value {
        case .integer(let number): return NSNumber(value: number)
        case .number(let number): return NSNumber(value: number)
        case .text(let text): return Double(text).map { NSNumber(value: $0) }
        case .bytes, nil: return nil
        }
    }

    /// The value as a date; nil where it is none, and no text of one.
    ///
    /// A text without a zone is taken to be meant in the zone of this process.
    open var dateValue: Date? {
        if let date { return date }
        guard case .text(let text)? = field?.value else { return nil }
        guard let time = CaptureTime(text) ?? CaptureTime.dayAlone(text) else { return nil }
        let local = Date(timeIntervalSince1970: time.localSeconds)
        guard let offset = time.zoneOffset else {
            let zone = TimeZone.current
            let guess = local.addingTimeInterval(-Double(zone.secondsFromGMT(for: local)))
            return local.addingTimeInterval(-Double(zone.secondsFromGMT(for: guess)))
        }
        return local.addingTimeInterval(-Double(offset))
    }

    /// The value as bytes; nil for anything else.
    open var dataValue: Data? {
        if case .bytes(let data)? = field?.value { data } else { nil }
    }

    /// Of no value: fields belong to the whole movie.
    open var time: CMTime { .invalid }

    /// The items with an identifier, or with the meaning that it names.
    open class func metadataItems(
        from metadataItems: [AVMetadataItem],
        filteredByIdentifier identifier: AVMetadataIdentifier
    ) -> [AVMetadataItem] {
        metadataItems.filter { item in
            item.identifier == identifier
                || item.commonKey.map { "comn/" + $0.rawValue } == identifier.rawValue
        }
    }

    /// The items with a key in a list.
    ///
    /// - Parameters:
    ///   - metadataItems: Items of a movie.
    ///   - key: An `AVMetadataKey` or a text; nil for any.
    ///   - keySpace: The list; nil for any, and ``AVMetadataKeySpace/common`` for meanings.
    /// - Returns: The items, in the same order.
    open class func metadataItems(
        from metadataItems: [AVMetadataItem],
        withKey key: Any?,
        keySpace: AVMetadataKeySpace?
    ) -> [AVMetadataItem] {
        let wanted = (key as? AVMetadataKey)?.rawValue ?? key as? String
        if key != nil, wanted == nil { return [] }
        return metadataItems.filter { item in
            let own = item.key.map { "\($0)" }
            switch keySpace {
            case .common?:
                return item.commonKey.map { wanted == nil || $0.rawValue == wanted } ?? false
            case nil: return wanted == nil || own == wanted || item.commonKey?.rawValue == wanted
            case let space?: return item.keySpace == space && (wanted == nil || own == wanted)
            }
        }
    }
}

extension String {
    /// With the bytes of its characters in Latin 1 written as "%A9", where they are not ASCII.
    fileprivate var percentEncoded: String {
        unicodeScalars.map { scalar in
            scalar.isASCII || scalar.value > 255
                ? String(scalar) : "%" + String(scalar.value, radix: 16, uppercase: true)
        }
        .joined()
    }
}
