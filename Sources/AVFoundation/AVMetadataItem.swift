public import CoreMedia
public import Foundation
import PhotosMedia

/// A metadata field of a movie.
open class AVMetadataItem: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    private let field: MovieField?
    /// The date in the movie's header; nil for other items.
    private let date: Date?

    /// Makes an empty item, for subclasses.
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

    /// The key space and the key of the field: "mdta/com.apple.quicktime.make".
    open var identifier: AVMetadataIdentifier? {
        if date != nil { return .commonIdentifierCreationDate }
        return field.map { AVMetadataIdentifier("\($0.space.rawValue)/\($0.key.percentEncoded)") }
    }

    /// The key space of the field.
    open var keySpace: AVMetadataKeySpace? {
        if date != nil { return .common }
        return field.map { AVMetadataKeySpace($0.space.rawValue) }
    }

    /// The key, as text.
    open var key: Any? {
        if date != nil { return NSString(string: AVMetadataKey.commonKeyCreationDate.rawValue) }
        return field.map { NSString(string: $0.key) }
    }

    /// The common key of the field, if several key spaces share its meaning.
    open var commonKey: AVMetadataKey? {
        date == nil ? field?.commonKey : .commonKeyCreationDate
    }

    /// The value: a text, a number, bytes or a date, as an object of Foundation.
    ///
    /// The type is `Any`. On Linux, the compiler assumes that a cast from Apple's type, `any NSCopying &
    /// NSObjectProtocol`, to `String` or `Date` always fails.
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

    /// The value as text; nil for bytes.
    open var stringValue: String? {
        if let date { return date.formatted(.iso8601) }
        switch field?.value {
        case .text(let text): return text
        case .integer(let number): return String(number)
        case .number(let number): return String(number)
        case .bytes, nil: return nil
        }
    }

    /// The value as a number; nil if it is neither a number nor the text of one.
    open var numberValue: NSNumber? {
        switch field?.value {
        case .integer(let number): return NSNumber(value: number)
        case .number(let number): return NSNumber(value: number)
        case .text(let text): return Double(text).map { NSNumber(value: $0) }
        case .bytes, nil: return nil
        }
    }

    /// The value as a date; nil if it is neither a date nor the text of one.
    ///
    /// A text without a time zone is read in the time zone of this process.
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

    /// The value as bytes; nil for other values.
    open var dataValue: Data? {
        if case .bytes(let data)? = field?.value { data } else { nil }
    }

    /// Always invalid: fields belong to the whole movie.
    open var time: CMTime { .invalid }

    /// Returns the items with an identifier, or with the common meaning that the identifier names.
    open class func metadataItems(
        from metadataItems: [AVMetadataItem],
        filteredByIdentifier identifier: AVMetadataIdentifier
    ) -> [AVMetadataItem] {
        metadataItems.filter { item in
            item.identifier == identifier
                || item.commonKey.map { "comn/" + $0.rawValue } == identifier.rawValue
        }
    }

    /// Returns the items with a key in a key space.
    ///
    /// - Parameters:
    ///   - metadataItems: Items of a movie.
    ///   - key: An `AVMetadataKey` or a text; nil for any key.
    ///   - keySpace: The key space; nil for any, and ``AVMetadataKeySpace/common`` for common keys.
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
    /// The text with Latin-1 characters outside ASCII written as bytes, such as "%A9".
    fileprivate var percentEncoded: String {
        unicodeScalars.map { scalar in
            scalar.isASCII || scalar.value > 255
                ? String(scalar) : "%" + String(scalar.value, radix: 16, uppercase: true)
        }
        .joined()
    }
}
