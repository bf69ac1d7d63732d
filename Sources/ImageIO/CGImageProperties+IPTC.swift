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
/// The field ObjectTypeReference of IPTC.
public var kCGImagePropertyIPTCObjectTypeReference: CFString {
    NSString(string: "ObjectTypeReference")
}
/// The field ObjectAttributeReference of IPTC.
public var kCGImagePropertyIPTCObjectAttributeReference: CFString {
    NSString(string: "ObjectAttributeReference")
}
/// The field EditStatus of IPTC.
public var kCGImagePropertyIPTCEditStatus: CFString { NSString(string: "EditStatus") }
/// The field EditorialUpdate of IPTC.
public var kCGImagePropertyIPTCEditorialUpdate: CFString { NSString(string: "EditorialUpdate") }
/// The field Urgency of IPTC.
public var kCGImagePropertyIPTCUrgency: CFString { NSString(string: "Urgency") }
/// The field SubjectReference of IPTC.
public var kCGImagePropertyIPTCSubjectReference: CFString { NSString(string: "SubjectReference") }
/// The field FixtureIdentifier of IPTC.
public var kCGImagePropertyIPTCFixtureIdentifier: CFString { NSString(string: "FixtureIdentifier") }
/// The field ContentLocationCode of IPTC.
public var kCGImagePropertyIPTCContentLocationCode: CFString {
    NSString(string: "ContentLocationCode")
}
/// The field ContentLocationName of IPTC.
public var kCGImagePropertyIPTCContentLocationName: CFString {
    NSString(string: "ContentLocationName")
}
/// The field ReleaseDate of IPTC.
public var kCGImagePropertyIPTCReleaseDate: CFString { NSString(string: "ReleaseDate") }
/// The field ReleaseTime of IPTC.
public var kCGImagePropertyIPTCReleaseTime: CFString { NSString(string: "ReleaseTime") }
/// The field ExpirationDate of IPTC.
public var kCGImagePropertyIPTCExpirationDate: CFString { NSString(string: "ExpirationDate") }
/// The field ExpirationTime of IPTC.
public var kCGImagePropertyIPTCExpirationTime: CFString { NSString(string: "ExpirationTime") }
/// The field ActionAdvised of IPTC.
public var kCGImagePropertyIPTCActionAdvised: CFString { NSString(string: "ActionAdvised") }
/// The field ReferenceService of IPTC.
public var kCGImagePropertyIPTCReferenceService: CFString { NSString(string: "ReferenceService") }
/// The field ReferenceDate of IPTC.
public var kCGImagePropertyIPTCReferenceDate: CFString { NSString(string: "ReferenceDate") }
/// The field ReferenceNumber of IPTC.
public var kCGImagePropertyIPTCReferenceNumber: CFString { NSString(string: "ReferenceNumber") }
/// The field ProgramVersion of IPTC.
public var kCGImagePropertyIPTCProgramVersion: CFString { NSString(string: "ProgramVersion") }
/// The field ObjectCycle of IPTC.
public var kCGImagePropertyIPTCObjectCycle: CFString { NSString(string: "ObjectCycle") }
/// The field ImageType of IPTC.
public var kCGImagePropertyIPTCImageType: CFString { NSString(string: "ImageType") }
/// The field ImageOrientation of IPTC.
public var kCGImagePropertyIPTCImageOrientation: CFString { NSString(string: "ImageOrientation") }
/// The field LanguageIdentifier of IPTC.
public var kCGImagePropertyIPTCLanguageIdentifier: CFString {
    NSString(string: "LanguageIdentifier")
}
/// The field CreatorContactInfo of IPTC in XMP; not read here.
public var kCGImagePropertyIPTCCreatorContactInfo: CFString {
    NSString(string: "CreatorContactInfo")
}
/// The field UsageTerms of IPTC in XMP; not read here.
public var kCGImagePropertyIPTCRightsUsageTerms: CFString { NSString(string: "UsageTerms") }
/// The field Scene of IPTC in XMP; not read here.
public var kCGImagePropertyIPTCScene: CFString { NSString(string: "Scene") }
/// The field StarRating of IPTC in XMP; not read here.
public var kCGImagePropertyIPTCStarRating: CFString { NSString(string: "StarRating") }
