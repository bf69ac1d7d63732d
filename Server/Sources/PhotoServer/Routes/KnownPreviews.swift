import Foundation
import HTTPTypes
import ServeRules

/// The previews in memory, and who may see them without the router.
struct KnownPreviews: Sendable {
    let admission: Admission
    let previews: PreviewCache
    let dates: DateText
    /// The headers that each answer with a file of the library has.
    let fileHeaders: HTTPFields

    /// Returns the whole answer to a request for a preview that was sent before; nil for all other requests, and for those that
    /// are refused.
    func answer(to head: HTTPRequest) -> PreviewAnswer? {
        // Where somebody picks, the router notes each request as a sign.
        guard admission.purpose == .library, head.method == .get, let path = head.path,
            let name = PreviewPath(path), let size = PreviewAnswer.previewSize(forFile: name.file),
            // The router closes the connection then.
            head.headerFields[.connection]?.lowercased() != "close"
        else { return nil }
        do {
            try admission.origin.checkRequest(head, path: path)
            // The library of another client may have to be opened first, which takes time.
            guard let credential = admission.credential(of: head), credential.grant.user == .owner
            else { return nil }
            let client = try admission.client(of: credential)
            try PreviewRoutes.audience.checkClient(client, purpose: admission.purpose)
            guard
                let (photo, entry) = previews.knownPreview(
                    of: name.photo,
                    size: size,
                    among: client.library.knownPhotos
                )
            else { return nil }
            try admission.requireUnlocked(isHidden: photo.isHidden, for: client)
            try admission.countRequest(of: client)
            var answer = PreviewAnswer(
                of: photo,
                name: name.photo,
                size: size,
                bytes: entry.bytes,
                requestedTag: name.tag,
                requestHeaders: head.headerFields,
                others: fileHeaders
            )
            let date = dates.text(at: Date().timeIntervalSince1970)
            answer.headers.append(HTTPField(name: .date, value: date))
            return answer
        } catch {
            return nil
        }
    }
}
