public import CoreMedia
public import Foundation

/// A property of something that is loaded before it is known.
open class AVPartialAsyncProperty<Root>: @unchecked Sendable {
    // Unchecked because the class is open; it stores nothing.

    init() {}
}

/// A property of something that is loaded before it is known, and its type.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    // Unchecked because the class it is made of is; what it stores is constant.

    fileprivate let read: @Sendable (Root) throws -> Value

    init(_ read: @escaping @Sendable (Root) throws -> Value) {
        self.read = read
        super.init()
    }
}

/// Something whose properties are loaded, off the calling thread.
public protocol AVAsynchronousKeyValueLoading: Sendable {}

extension AVAsynchronousKeyValueLoading {
    /// Loads a property; the file is read on a thread of the concurrent pool.
    ///
    /// - Parameter property: What to load, such as `.duration`.
    /// - Returns: The value.
    /// - Throws: ``AVError`` for a file that cannot be read.
    @concurrent
    public func load<Value>(
        _ property: AVAsyncProperty<Self, Value>
    ) async throws -> Value {
        try property.read(self)
    }

    /// Loads two properties, one after the other.
    ///
    /// - Throws: ``AVError`` for a file that cannot be read.
    @concurrent
    public func load<First, Second>(
        _ first: AVAsyncProperty<Self, First>,
        _ second: AVAsyncProperty<Self, Second>
    ) async throws -> (First, Second) {
        (try first.read(self), try second.read(self))
    }

    /// Loads three properties, one after the other.
    ///
    /// - Throws: ``AVError`` for a file that cannot be read.
    @concurrent
    public func load<First, Second, Third>(
        _ first: AVAsyncProperty<Self, First>,
        _ second: AVAsyncProperty<Self, Second>,
        _ third: AVAsyncProperty<Self, Third>
    ) async throws -> (First, Second, Third) {
        (try first.read(self), try second.read(self), try third.read(self))
    }
}

extension AVAsset: AVAsynchronousKeyValueLoading {
    /// Loads the fields that the movie keeps in a form.
    ///
    /// - Throws: ``AVError`` for a file that cannot be read.
    @concurrent
    public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
        _ = try loadedMetadata()
        return metadata(forFormat: format)
    }
}

extension AVMetadataItem: AVAsynchronousKeyValueLoading {}

extension AVPartialAsyncProperty where Root: AVAsset {
    /// How long the movie lasts.
    public static var duration: AVAsyncProperty<Root, CMTime> {
        AVAsyncProperty { $0.duration }
    }

    /// Everything that the movie says of itself.
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        AVAsyncProperty { try $0.loadedMetadata() }
    }

    /// Those of its fields whose meaning several lists share.
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        AVAsyncProperty { try $0.loadedMetadata().filter { $0.commonKey != nil } }
    }

    /// The forms in which the movie keeps fields.
    public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
        AVAsyncProperty { try $0.loadedFormats() }
    }

    /// When the movie was taken.
    public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> {
        AVAsyncProperty { try $0.loadedCreationDate() }
    }
}

extension AVPartialAsyncProperty where Root: AVMetadataItem {
    /// The value: a text, a number, bytes or a date.
    public static var value: AVAsyncProperty<Root, Any?> {
        AVAsyncProperty { $0.value }
    }

    /// The value as a text.
    public static var stringValue: AVAsyncProperty<Root, String?> {
        AVAsyncProperty { $0.stringValue }
    }

    /// The value as a number.
    public static var numberValue: AVAsyncProperty<Root, NSNumber?> {
        AVAsyncProperty { $0.numberValue }
    }

    /// The value as a date.
    public static var dateValue: AVAsyncProperty<Root, Date?> {
        AVAsyncProperty { $0.dateValue }
    }

    /// The value as bytes.
    public static var dataValue: AVAsyncProperty<Root, Data?> {
        AVAsyncProperty { $0.dataValue }
    }
}
