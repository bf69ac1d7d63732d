/// Sidecars in the forms in which other programs write them.
enum ForeignSidecars {
    static let all = [attributes, elements, described, empty]

    /// As Lightroom and darktable write: attributes, and structures with attributes.
    static let attributes = """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 5.6.0">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about=""
            xmlns:xmp='http://ns.adobe.com/xap/1.0/'
            xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
            xmlns:exif="http://ns.adobe.com/exif/1.0/"
            xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
           xmp:Rating='3' xmp:Label="Rot &amp; grün"
           crs:Exposure2012="+0.35"   crs:Version="11.0"
           exif:GPSLatitude="48,12.5N" exif:GPSLongitude="16,22.25E" exif:GPSTimeStamp="2020-01-31T10:00:00Z">
           <!-- a note of a person -->
           <dc:description><rdf:Alt><rdf:li xml:lang="x-default">old</rdf:li><rdf:li xml:lang="en-US">old</rdf:li>
             <rdf:li xml:lang="de">alt</rdf:li></rdf:Alt></dc:description>
           <dc:subject><rdf:Bag><rdf:li>Italy</rdf:li><rdf:li>Rome</rdf:li></rdf:Bag></dc:subject>
           <lr:hierarchicalSubject><rdf:Bag><rdf:li>Places|Italy</rdf:li><rdf:li>Places|Rome</rdf:li></rdf:Bag></lr:hierarchicalSubject>
           <crs:ToneCurve><rdf:Seq><rdf:li>0, 0</rdf:li><rdf:li>255, 255</rdf:li></rdf:Seq></crs:ToneCurve>
          </rdf:Description>
         </rdf:RDF>
        </x:xmpmeta>

        <?xpacket end="w"?>
        """

    /// As exiv2 and digiKam write, with regions of persons, an animal and the focus.
    static let elements = """
        <?xml version="1.0" encoding="UTF-8"?>
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="uuid:faf5bdd5" xmlns:digiKam="http://www.digikam.org/ns/1.0/"
          xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
          xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" xmlns:MP="http://ns.microsoft.com/photo/1.2/"
          xmlns:MPRI="http://ns.microsoft.com/photo/1.2/t/RegionInfo#" xmlns:MPReg="http://ns.microsoft.com/photo/1.2/t/Region#">
        <digiKam:PickLabel>1</digiKam:PickLabel><digiKam:TagsList><rdf:Seq><rdf:li>Places/Italy</rdf:li></rdf:Seq></digiKam:TagsList>
        <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>
        <rdf:li rdf:parseType="Resource"><mwg-rs:Name>Ada</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type><mwg-rs:Area stArea:x="0.5"/></rdf:li>
        <rdf:li><rdf:Description mwg-rs:Name="Bob" mwg-rs:Type="Face"/></rdf:li>
        <rdf:li mwg-rs:Name="Rex" mwg-rs:Type="Pet"/>
        <rdf:li mwg-rs:Type="Focus"/>
        </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
        <MP:RegionInfo><rdf:Description><MPRI:Regions><rdf:Bag><rdf:li MPReg:PersonDisplayName="Ada" MPReg:Rectangle="0, 0, 1, 1"/>
        <rdf:li MPReg:PersonDisplayName="Bob"/></rdf:Bag></MPRI:Regions></rdf:Description></MP:RegionInfo>
        </rdf:Description></rdf:RDF>
        """

    /// With another prefix for RDF, several descriptions, and a namespace that nobody knows.
    static let described = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description r:about='' xmlns:a="http://purl.org/dc/elements/1.1/"
         a:format="image/jpeg"><a:title><r:Alt><r:li xml:lang="fr">titre</r:li></r:Alt></a:title></r:Description>
        <r:Description r:about='' xmlns:o="http://example.com/history#"><o:History><r:Seq><r:li><r:Description o:when="1"
        xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="1"/></r:li></r:Seq></o:History></r:Description></r:RDF></x:xmpmeta>
        """

    static let empty = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>
        """
}
