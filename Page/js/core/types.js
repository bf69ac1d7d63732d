/**
 * Owns the types of the HTTP interface. No code.
 */

/** @typedef {[first: number, length: number]} Range Neighbours in a list. */

/**
 * @typedef {object} Item A photo as lists show it.
 * @property {string} id
 * @property {number} w
 * @property {number} h
 * @property {'image' | 'video' | 'audio'} kind
 * @property {number} [seconds]
 * @property {string[]} flags favorite, live, raw, hidden, offline, edited, burst, pano, screenshot, animated
 * @property {number} day
 * @property {string} [time] The clock of the camera with its zone.
 * @property {string} p The part of a preview's address that changes with the picture.
 * @property {string} [color] The mean colour.
 * @property {string} [caption] The beginning of the caption.
 * @property {number} [daysLeft]
 */

/**
 * @typedef {object} Session
 * @property {'owner' | 'limited'} role
 * @property {boolean} readOnly
 * @property {string} library
 * @property {boolean} canDownload
 * @property {boolean} canDownloadOriginals
 * @property {boolean} canAdd Whether this is a guest who may add photos.
 * @property {number} trashDays
 * @property {string} name
 * @property {boolean} isLink
 * @property {boolean} [hasPassword]
 * @property {boolean} [isPicker] Whether the page answers a question of a program.
 * @property {string} [title] What a share link shows.
 * @property {string[]} [actions] The verbs that the server knows.
 */

/**
 * @typedef {object} NewLink A share link to make, with a member for each thing that guests are shown or allowed.
 * @property {Selection} of
 * @property {string} title
 * @property {string} [ends]
 * @property {number} [lasts] Seconds.
 * @property {string} [password]
 * @property {number} [views]
 * @property {{files?: number, bytes?: number}} [adding] What guests may add together.
 */

/**
 * @typedef {object} Link A share link.
 * @property {string} id
 * @property {string} url
 * @property {string} [base] The address by which others reach the server; missing where nobody else can.
 */

/** @typedef {{path: string, message: string}} FileRemark A file, and a sentence about it. */

/**
 * A guest with the files that he sent and that wait for the owner.
 * @typedef {object} WaitingGuest
 * @property {string} link
 * @property {string} title The title of the link.
 * @property {string} name
 * @property {{id: string, name: string, bytes: number, sent: string}[]} files
 */

/**
 * What became of uploaded files.
 * @typedef {object} ImportAnswer
 * @property {number} imported
 * @property {number} [joined]
 * @property {number} known
 * @property {number} [inSource] Files that the library shows from a folder outside of it.
 * @property {FileRemark[]} refused Files that were not added.
 * @property {FileRemark[]} [damaged] Files that were added, although not all of their content can be read.
 * @property {FileRemark[]} [remarked] Files that were added, and about which there is something else to say.
 * @property {string | null} [undo]
 */

/**
 * What was taken back, or made again.
 * @typedef {object} Reversed
 * @property {string} did What had been done: a verb of an action, or what became of an album.
 * @property {number} count
 * @property {number} [videos] The number of videos among them, where it is known.
 * @property {string | null} [title] The title of the album or folder.
 * @property {string | null} [undo]
 * @property {string | null} [redo]
 */

/**
 * What a program asks.
 * @typedef {object} Question
 * @property {'pick' | 'access'} kind
 * @property {string} name The name of the program.
 * @property {string} [prompt] A sentence of the program.
 * @property {boolean} addOnly Whether the question is about adding photos alone.
 * @property {number} limit 0 means that there is no limit.
 * @property {boolean} ordered
 * @property {string[]} preselected
 * @property {string} search
 * @property {'identifiers' | 'selection' | 'copies'} effect
 */

/**
 * @typedef {object} ViewInfo
 * @property {string} view
 * @property {string} title
 * @property {number} version
 * @property {number} shape The version to ask the shape by; it changes only when the shape does.
 * @property {number} count
 * @property {number} [videos] The number of videos among the photos.
 * @property {'date' | 'manual' | 'trash'} order
 * @property {boolean} canReorder
 * @property {string} token
 * @property {Understood} [search] Only of searches.
 */

/**
 * What a search was understood as.
 * @typedef {object} Understood
 * @property {string[]} understood The parts that a photo must all meet, in English.
 * @property {{text: string, message: string}[]} problems
 * @property {string[]} leftOut Words that only connect others.
 */

/**
 * @typedef {object} AlbumNode
 * @property {string} id
 * @property {string} title
 * @property {'folder' | 'album' | 'search' | 'smart'} kind
 * @property {number} [count]
 * @property {string} [key] The key of the view.
 * @property {Item} [cover]
 * @property {AlbumNode[]} [children]
 * @property {boolean} canEdit
 */

/**
 * @typedef {object} Details
 * @property {string} id
 * @property {Item} item
 * @property {string} [title]
 * @property {string} [headline]
 * @property {string} [caption]
 * @property {string[]} keywords
 * @property {number} rating
 * @property {boolean} [rejected]
 * @property {string[]} [creators]
 * @property {string[]} [placeNames] The names of the place in the files, from the small to the large.
 * @property {string} [created]
 * @property {number} [zone] Seconds east of Greenwich.
 * @property {boolean} zoneAssumed
 * @property {{latitude: number, longitude: number, altitude?: number, town?: string, name?: string} | null} [place]
 * @property {{resource: number, type: string, name: string, contentType: string, bytes?: number, pixels?: number[], elsewhere?: boolean}[]} files
 * @property {{name: string, value: unknown, tag?: string}[]} facts
 * @property {{id: string, title: string}[]} albums
 * @property {boolean} playable
 * @property {string} [source]
 * @property {string[]} [remotes] The names of the remotes, where a file is in a remote alone.
 */

/**
 * @typedef {object} MovieForm How a movie is made up that the server makes in fragments.
 * @property {string} tag The version, which the addresses of its parts name.
 * @property {number} side The most pixels of the longer side.
 * @property {number} duration Seconds.
 * @property {number} fragmentDuration Seconds; the last fragment may be shorter.
 * @property {number} fragmentCount
 * @property {number} width
 * @property {number} height
 * @property {string} type The type with its codecs.
 * @property {boolean} hasSound
 */

/**
 * @typedef {object} HistoryEntry
 * @property {string} token
 * @property {string} [date]
 * @property {string} [author]
 * @property {string} [work]
 * @property {{property: string, before: unknown, after?: unknown}[]} changes
 * @property {string} kind
 * @property {string} [album] The identifier of the album.
 */

/**
 * @typedef {object} ActivityEvent Something that a change did.
 * @property {string} what
 * @property {number} [count] The number of photos and videos.
 * @property {number} [videos] The number of videos among them, where it is known.
 * @property {string} [title] The title of the album or folder.
 */

/**
 * @typedef {object} ActivityEntry
 * @property {string} token
 * @property {string} [date]
 * @property {string} [author]
 * @property {string} [work]
 * @property {Record<string, number>} counts
 * @property {ActivityEvent[]} events What the change did.
 * @property {Item[]} samples
 * @property {string[]} albums The identifiers of the albums that changed.
 */

/** @typedef {{width: number, height: number, side: number}} TileGrid A large picture, and the longest side of its tiles, in pixels. */
/** @typedef {{name: string, around: string[], latitude: number, longitude: number}} NamedPlace A place of the library's table, with its district, region and country. */
/** @typedef {{id: string, path: string, isOffline: boolean, count: number}} Source */
/** @typedef {{count: number, bytes: number}} Amount A number of files, and their bytes. */
/**
 * @typedef {object} Remote
 * @property {string} id
 * @property {string} name
 * @property {string} address The path of a folder, or a URL.
 * @property {boolean} isEncrypted
 * @property {boolean} isComplete
 * @property {Amount} wanted
 * @property {Amount} proved
 * @property {{message: string, count: number}[]} problems
 * @property {string} [databaseDate]
 */
/** @typedef {{remotes: Remote[], space: {local: Amount, elsewhere: Amount, limit?: number}}} Storage */
/**
 * @typedef {object} OutgoingUploads What programs upload in the background.
 * @property {{name: string, isPaused: boolean, isRefused: boolean, waiting: number, pending: number, sent: number, failed: number}[]} programs
 * @property {{name: string, filename: string, host?: string, date: string, status?: number, reason: string}[]} failures
 */
/** @typedef {{id: string, name: string, created: string, lastUsed: string, isCurrent: boolean, kind: 'session' | 'device' | 'link', readOnly?: boolean, ends?: string, linkTitle?: string, hasPassword?: boolean, views?: number, mostViews?: number}} Access A browser that came through a share link has the title of that link. */

/**
 * @typedef {object} DuplicateMember A photo of a group.
 * @property {Item} item
 * @property {string} name
 * @property {string} contentType
 * @property {number} [bytes]
 * @property {string} [caption]
 * @property {string[]} keywords
 * @property {number} rating
 * @property {string[]} albums
 * @property {string} [camera]
 * @property {boolean} hasPlace
 * @property {'bytes' | 'pixels' | 'alike'} [kind] What it has in common with the first one.
 * @property {string} [reason] Why the first one comes before it.
 * @property {boolean} stays Whether merging leaves it where it is.
 */

/**
 * @typedef {object} MergeGain What the first photo of a group gets from the others.
 * @property {string} [caption]
 * @property {string[]} keywords
 * @property {number} [rating]
 * @property {boolean} favorite
 * @property {string[]} albums
 * @property {string} [date]
 * @property {{latitude: number, longitude: number}} [place]
 * @property {string} [title]
 * @property {string} [headline]
 * @property {string[]} persons
 * @property {string[]} creators
 * @property {string[]} placeNames
 * @property {boolean} pinned
 * @property {string[]} programs The programs that see it from then on.
 * @property {string[]} contested The properties of which others have other values.
 * @property {number} removed
 */

/**
 * @typedef {object} Merged What merging did.
 * @property {number} count The number of photos that moved to Recently Deleted.
 * @property {number} [videos] The number of videos among them.
 * @property {number} groups The number of merged groups.
 * @property {number} left The number of groups that stay.
 * @property {string} [reason] Why a group stays.
 * @property {string | null} [undo]
 */

/**
 * @typedef {object} DuplicateGroup The photo that merging keeps first.
 * @property {string} id
 * @property {'bytes' | 'pixels' | 'alike'} kind
 * @property {DuplicateMember[]} members
 * @property {MergeGain} [gets] Missing where the group cannot be merged.
 * @property {string} [reason] Why the group cannot be merged.
 */

/**
 * @typedef {object} Duplicates
 * @property {'bytes' | 'pixels' | 'alike'} kind
 * @property {'none' | 'hashing' | 'comparing' | 'done' | 'failed' | 'cancelled'} phase
 * @property {number} done
 * @property {number} all
 * @property {number} compared
 * @property {number} failures
 * @property {string} [reason]
 * @property {number} count The number of all groups.
 * @property {{kind: 'bytes' | 'pixels' | 'alike', groups: number, others: number}[]} kinds The sums of all groups of each kind.
 * @property {number} from
 * @property {DuplicateGroup[]} groups
 */

/**
 * Which files of photos are downloaded.
 * @typedef {object} DownloadChoice
 * @property {'originals' | 'current' | 'both'} what
 * @property {'none' | 'sidecars' | 'embedded'} metadata Where captions and the like go.
 * @property {string[]} without What is left out: places, persons.
 */

/** @typedef {{on: Selection, count: number, videos: number | null}} Subject Photos that something is done to; the number of videos is null where it is not known. */

/**
 * What an action applies to.
 * @typedef {{ids: string[]}
 *   | {view: string, version: number, ranges: Range[]}
 *   | {view: string, version: number, all: true, except: Range[]}} Selection
 */

export {};
