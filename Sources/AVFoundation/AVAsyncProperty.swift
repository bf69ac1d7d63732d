public import CoreMedia
public import Foundation

/// A property of an object that is loaded asynchronously.
open class AVPartialAsyncProperty<Root>: @unchecked Sendable {
    // Unchecked because the class is open; it has no stored properties.

    init() {}
}

/// A property of an object that is loaded asynchronously, with the type of its value.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
    // Unchecked because its superclass is; its stored property is constant.

    fileprivate let read: @Sendable (Root) throws -> Value

    init(_ read: @escaping @Sendable (Root) throws -> Value) {
        self.read = read
        super.init()
    }
}

/// An object with properties that are loaded on another thread.
public protocol AVAsynchronousKeyValueLoading: Sendable {}

extension AVAsynchronousKeyValueLoading {
    /// Loads a property, and reads the file on a thread of the concurrent pool.
    ///
    /// - Parameter property: The property to load, such as `.duration`.
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
    /// Loads the fields of the movie in a metadata format.
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
    /// The duration of the movie.
    public static var duration: AVAsyncProperty<Root, CMTime> {
        AVAsyncProperty { $0.duration }
    }

    /// All metadata fields of the movie.
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        AVAsyncProperty { try $0.loadedMetadata() }
    }

    /// The fields with a meaning that several key spaces share.
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        AVAsyncProperty { try $0.loadedMetadata().filter { $0.commonKey != nil } }
    }

    /// The metadata formats that the movie uses.
    public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
        AVAsyncProperty { try $0.loadedFormats() }
    }

    /// The date when the movie was taken.
    public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> {
        AVAsyncProperty { try $0.loadedCreationDate() }
    }
}

extension AVPartialAsyncProperty where Root: AVMetadataItem {
    /// The value: a text, a number, bytes or a date.
    public static var value: AVAsyncProperty<Root, Any?> {
        AVAsyncProperty { $0.value }
    }

    /// The value as text.
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
