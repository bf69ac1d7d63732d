// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// Bytes, under the name that Core Graphics uses.
public typealias CFData = NSData

/// A text, under the name that Core Graphics uses.
public typealias CFString = NSString

/// The number of bytes.
public func CFDataGetLength(_ data: CFData) -> Int { data.length }

/// The bytes, which live as long as the data.
public func CFDataGetBytePtr(_ data: CFData) -> UnsafePointer<UInt8>? {
    data.length == 0 ? nil : data.bytes.assumingMemoryBound(to: UInt8.self)
}
