// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

public import Foundation

// On Apple's systems these are Core Foundation's own types, which Swift bridges to Foundation's. Here they are Foundation's
// classes, so that `url as CFURL`, `options as CFDictionary` and `properties as? [CFString: Any]` mean the same.

/// Bytes, under the name that Core Foundation uses.
public typealias CFData = NSData

/// Bytes that change, under the name that Core Foundation uses.
public typealias CFMutableData = NSMutableData

/// A text, under the name that Core Foundation uses.
public typealias CFString = NSString

/// Values by keys, under the name that Core Foundation uses.
public typealias CFDictionary = NSDictionary

/// Values in order, under the name that Core Foundation uses.
public typealias CFArray = NSArray

/// The place of a file, under the name that Core Foundation uses.
public typealias CFURL = NSURL

/// A number, under the name that Core Foundation uses.
public typealias CFNumber = NSNumber

/// Yes or no, under the name that Core Foundation uses.
public typealias CFBoolean = NSNumber

/// Any object, under the name that Core Foundation uses.
public typealias CFTypeRef = AnyObject

/// Yes.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)

/// No.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)

/// The number of bytes.
public func CFDataGetLength(_ data: CFData) -> Int { data.length }

/// The bytes, which live as long as the data.
public func CFDataGetBytePtr(_ data: CFData) -> UnsafePointer<UInt8>? {
    data.length == 0 ? nil : data.bytes.assumingMemoryBound(to: UInt8.self)
}
