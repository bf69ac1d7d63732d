import PhotosBase
import Testing
import TransferRules

/// The XML that services answer with.
struct DocumentTests {
    private func read(_ text: String) -> XMLElement? {
        try? XMLDocument.root(of: Array(text.utf8))
    }

    @Test func `elements, references and CDATA are read`() throws {
        let root = try #require(
            read(
                "\u{feff}<?xml version='1.0'?><!-- c --><a xmlns:s='u' x=\"1\" y='&lt;'><s:b>1 &lt;&#228;&#x1F642;&amp;<![CDATA[<&]]></s:b><b/><c><d>2</d></c></a>"
            )
        )
        #expect(root.name.local == "a" && root.childElements(named: "b").count == 2)
        #expect(root["b"]?.text == "1 <ä🙂&<&" && root["c"]?.trimmedText(of: "d") == "2")
    }

    @Test(arguments: [
        "", "text", "<a>", "<a></b>", "<a", "<a b></a>", "<a b=c></a>", "</a>", "<a>&unknown;</a>",
        "<a>&#0;</a>",
        "<a>&#xD800;</a>", "x<a/>", "<s:a/>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
        "<a b='<'/>",
        "<a><![CDATA[x</a>", "<html><p>Sign in</html>",
    ])
    func `other documents are refused`(_ text: String) {
        #expect(read(text) == nil)
    }

    @Test func `deep and endless documents are refused`() {
        #expect(read(String(repeating: "<a>", count: 100_000)) == nil)
        #expect(read("<a>" + String(repeating: "<b/>", count: 500_000) + "</a>") == nil)
    }

    @Test func `damaged documents do not trap`() {
        let valid = Array(
            "<?xml version=\"1.0\"?><ListBucketResult><Contents><Key>a&amp;b</Key><Size>1</Size></Contents><IsTruncated>false</IsTruncated></ListBucketResult>"
                .utf8
        )
        var chance = SystemRandomNumberGenerator()
        for _ in 0..<5_000 {
            var bytes = valid
            for _ in 0..<Int.random(in: 1...5, using: &chance) {
                let index = Int.random(in: 0..<bytes.count, using: &chance)
                if Bool.random(using: &chance) {
                    bytes[index] = .random(in: 0...255, using: &chance)
                } else {
                    bytes.remove(at: index)
                }
            }
            if let document = try? XMLDocument.root(of: bytes) {
                _ = S3Listing(document, prefix: "")
                _ = DAVListing(document)
            }
        }
    }

    private func listing(
        _ contents: String,
        truncated: String = "false",
        encoding: String = "url"
    ) -> S3Listing? {
        read(
            "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><EncodingType>\(encoding)</EncodingType><IsTruncated>\(truncated)</IsTruncated>\(contents)</ListBucketResult>"
        )
        .flatMap { S3Listing($0, prefix: "p/") }
    }

    @Test func `pages of S3 are read`() throws {
        let page = try #require(
            listing(
                "<NextContinuationToken>t</NextContinuationToken><Contents><Key>p/a%2Bb+%C3%A4</Key><LastModified>2026-11-23T10:00:00.000Z</LastModified><Size>5</Size></Contents><Contents><Key>p/folder/</Key><Size>0</Size></Contents>",
                truncated: "true"
            )
        )
        #expect(page.objects == [ListedObject(name: "a+b ä", bytes: 5, modified: 1_795_428_000)])
        #expect(page.continuation == "t")
        #expect(
            listing("<Contents><Key>p/a%2B</Key><Size>0</Size></Contents>", encoding: "")?.objects
                .first?.name == "a%2B"
        )
        #expect(listing("")?.objects.isEmpty == true)
    }

    @Test func `pages that cannot be right are refused`() {
        #expect(listing("<Contents><Key>other/a</Key><Size>0</Size></Contents>") == nil)
        #expect(listing("<Contents><Key>p/a</Key><Size>-1</Size></Contents>") == nil)
        #expect(listing("<Contents><Key>p/a</Key></Contents>") == nil)
        #expect(listing("", truncated: "true") == nil)
        #expect(listing("", truncated: "maybe") == nil)
        #expect(read("<html/>").flatMap { S3Listing($0, prefix: "") } == nil)
    }

    @Test func `unfinished uploads are read`() throws {
        let uploads = try #require(
            read(
                "<ListMultipartUploadsResult><EncodingType>url</EncodingType><Upload><Key>a%2B</Key><UploadId>1</UploadId><Initiated>2026-01-01</Initiated></Upload><Upload><Key>a%2B</Key><UploadId>2</UploadId><Initiated>2026-01-02</Initiated></Upload><Upload><Key>a%2B2</Key><UploadId>3</UploadId><Initiated>2026-01-03</Initiated></Upload></ListMultipartUploadsResult>"
            )
        )
        #expect(S3Unfinished.latestUpload(in: uploads, key: "a+") == "2")
        #expect(S3Unfinished.latestUpload(in: uploads, key: "a%2B") == "2")
        #expect(S3Unfinished.latestUpload(in: uploads, key: "a") == nil)
        let page = try #require(
            read(
                "<ListPartsResult><IsTruncated>true</IsTruncated><NextPartNumberMarker>2</NextPartNumberMarker><Part><PartNumber>2</PartNumber><Size>5</Size><ETag>x</ETag></Part><Part><PartNumber>0</PartNumber></Part></ListPartsResult>"
            )
        )
        let parts = try #require(S3Unfinished.storedParts(in: page))
        #expect(parts.next == 2 && parts.parts.keys.sorted() == [1] && parts.parts[1]?.bytes == 5)
        #expect(
            S3Unfinished.storedParts(in: uploads) == nil
                && S3Unfinished.latestUpload(in: page, key: "a+") == nil
        )
    }

    @Test func `answers of WebDAV are read`() throws {
        let text = """
            <D:multistatus xmlns:D="DAV:" xmlns:lp1="DAV:"><D:response><D:href>http://h/dav/a%20b/</D:href><D:propstat><D:prop>
            <lp1:resourcetype><D:collection/></lp1:resourcetype></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
            <D:response><D:href>/dav/a%20b/c.jpg</D:href><D:propstat><D:prop><lp1:resourcetype/><lp1:getcontentlength>7</lp1:getcontentlength>
            <lp1:getlastmodified>Mon, 23 Nov 2026 10:00:00 GMT</lp1:getlastmodified></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>
            <D:propstat><D:prop><D:x/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response></D:multistatus>
            """
        let listing = try #require(read(text).flatMap { DAVListing($0) })
        #expect(
            listing.resources == [
                .init(path: "/dav/a b", isFolder: true),
                .init(path: "/dav/a b/c.jpg", isFolder: false, bytes: 7, modified: 1_795_428_000),
            ]
        )
        #expect(read("<html/>").flatMap { DAVListing($0) } == nil)
    }
}
