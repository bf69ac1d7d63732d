// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
import Foundation

/// The field ObjectName of IPTC.
public var kCGImagePropertyIPTCObjectName: CFString { NSString(string: "ObjectName") }
/// The field Category of IPTC.
public var kCGImagePropertyIPTCCategory: CFString { NSString(string: "Category") }
/// The field SupplementalCategory of IPTC.
public var kCGImagePropertyIPTCSupplementalCategory: CFString {
    NSString(string: "SupplementalCategory")
}
/// The keywords: a list of texts.
public var kCGImagePropertyIPTCKeywords: CFString { NSString(string: "Keywords") }
/// The field SpecialInstructions of IPTC.
public var kCGImagePropertyIPTCSpecialInstructions: CFString {
    NSString(string: "SpecialInstructions")
}
/// The field DateCreated of IPTC.
public var kCGImagePropertyIPTCDateCreated: CFString { NSString(string: "DateCreated") }
/// The field TimeCreated of IPTC.
public var kCGImagePropertyIPTCTimeCreated: CFString { NSString(string: "TimeCreated") }
/// The field DigitalCreationDate of IPTC.
public var kCGImagePropertyIPTCDigitalCreationDate: CFString {
    NSString(string: "DigitalCreationDate")
}
/// The field DigitalCreationTime of IPTC.
public var kCGImagePropertyIPTCDigitalCreationTime: CFString {
    NSString(string: "DigitalCreationTime")
}
/// The field OriginatingProgram of IPTC.
public var kCGImagePropertyIPTCOriginatingProgram: CFString {
    NSString(string: "OriginatingProgram")
}
/// The photographers: a list of texts.
public var kCGImagePropertyIPTCByline: CFString { NSString(string: "Byline") }
/// The field BylineTitle of IPTC.
public var kCGImagePropertyIPTCBylineTitle: CFString { NSString(string: "BylineTitle") }
/// The field City of IPTC.
public var kCGImagePropertyIPTCCity: CFString { NSString(string: "City") }
/// The field SubLocation of IPTC.
public var kCGImagePropertyIPTCSubLocation: CFString { NSString(string: "SubLocation") }
/// The field Province/State of IPTC.
public var kCGImagePropertyIPTCProvinceState: CFString { NSString(string: "Province/State") }
/// The field Country/PrimaryLocationCode of IPTC.
public var kCGImagePropertyIPTCCountryPrimaryLocationCode: CFString {
    NSString(string: "Country/PrimaryLocationCode")
}
/// The field Country/PrimaryLocationName of IPTC.
public var kCGImagePropertyIPTCCountryPrimaryLocationName: CFString {
    NSString(string: "Country/PrimaryLocationName")
}
/// The field OriginalTransmissionReference of IPTC.
public var kCGImagePropertyIPTCOriginalTransmissionReference: CFString {
    NSString(string: "OriginalTransmissionReference")
}
/// The field Headline of IPTC.
public var kCGImagePropertyIPTCHeadline: CFString { NSString(string: "Headline") }
/// The field Credit of IPTC.
public var kCGImagePropertyIPTCCredit: CFString { NSString(string: "Credit") }
/// The field Source of IPTC.
public var kCGImagePropertyIPTCSource: CFString { NSString(string: "Source") }
/// The field CopyrightNotice of IPTC.
public var kCGImagePropertyIPTCCopyrightNotice: CFString { NSString(string: "CopyrightNotice") }
/// The field Contact of IPTC.
public var kCGImagePropertyIPTCContact: CFString { NSString(string: "Contact") }
/// The caption.
public var kCGImagePropertyIPTCCaptionAbstract: CFString { NSString(string: "Caption/Abstract") }
/// The field Writer/Editor of IPTC.
public var kCGImagePropertyIPTCWriterEditor: CFString { NSString(string: "Writer/Editor") }
