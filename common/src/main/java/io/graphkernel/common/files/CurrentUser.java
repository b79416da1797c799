package io.graphkernel.common.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringTokenizer;

/** The user of this process by numeric id, since a container may have no name for it. */
final class CurrentUser {
    /** Environment variable that declares that the machine or container has no other user. */
    static final String ALONE = "GRAPHKERNEL_SINGLE_USER";

    private static final int ROOT = 0;
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path OVERFLOW = Path.of("/proc/sys/kernel/overflowuid");
    /** Number of ids; the last one is reserved for no user. */
    private static final long USERS = (1L << 32) - 1;

    private static final int NONE = -1;

    /**
     * User ids of a namespace.
     *
     * @param effective effective id of this process
     * @param outside id displayed for users whom the user namespace does not map; {@link #NONE} if it maps all of them
     * @param alsoInside true if a user inside the namespace also has that id
     */
    record UserIds(int effective, int outside, boolean alsoInside) {
        /** Unmapped users are indistinguishable from each other, and from a user inside with the same id. */
        boolean trusts(int owner, boolean strangersReach) {
            if (owner == outside) {
                return !strangersReach && (!alsoInside || owner == effective);
            }
            return owner == effective || owner == ROOT;
        }
    }

    private static volatile UserIds numbers;

    private CurrentUser() {}

    /**
     * Returns the effective user id.
     *
     * @throws IOException if the system does not provide it
     */
    static int id() throws IOException {
        return numbers().effective();
    }

    /**
     * Returns true if modes can be ignored. The volumes of many containers are world-writable although there is a
     * single user, which is not detectable from inside.
     */
    static boolean isAlone() {
        return Boolean.parseBoolean(System.getenv(ALONE));
    }

    /**
     * Returns true if files of an owner are as trustworthy as this user's: root can replace every file anyway. In a
     * namespace that does not map it, the machine's root has the id of all unmapped users, and owns the directories of
     * the system.
     *
     * @param strangersReach true if other users can create files at the location, so that an unmapped owner need not be
     *     root
     */
    static boolean trusts(int owner, boolean strangersReach) throws IOException {
        return numbers().trusts(owner, strangersReach);
    }

    /** Returns true if an id may be that of any user outside of the namespace. */
    static boolean isOutside(int owner) throws IOException {
        return numbers().outside() != NONE && owner == numbers().outside();
    }

    private static UserIds numbers() throws IOException {
        if (numbers == null) {
            numbers = Files.isReadable(STATUS)
                    ? numbers(effective(lines(STATUS)))
                    : new UserIds(ownerOfANewFile(), NONE, false);
        }
        return numbers;
    }

    /** Returns the second number of the line {@code Uid:}. */
    static int effective(List<String> status) throws IOException {
        for (String line : status) {
            if (line.startsWith("Uid:")) {
                return (int) number(line, 2);
            }
        }
        throw new IOException(STATUS + " has no line Uid");
    }

    private static UserIds numbers(int effective) throws IOException {
        Path map = Path.of("/proc/self/uid_map");
        return Files.isReadable(map) && Files.isReadable(OVERFLOW)
                ? numbers(effective, lines(map), overflow())
                : new UserIds(effective, NONE, false);
    }

    /**
     * Returns the ids according to the map of the namespace.
     *
     * @param map lines of first id inside, first id outside, and count
     * @param overflow id that the system displays for unmapped users
     */
    static UserIds numbers(int effective, List<String> map, long overflow) {
        long mapped = 0;
        boolean inside = false;
        for (String line : map) {
            long first = number(line, 0);
            long count = number(line, 2);
            mapped += count;
            inside |= overflow >= first && overflow < first + count;
        }
        return mapped >= USERS ? new UserIds(effective, NONE, false) : new UserIds(effective, (int) overflow, inside);
    }

    /** Returns the id that the system displays for unmapped users. */
    static long overflow() throws IOException {
        return number(lines(OVERFLOW).get(0), 0);
    }

    /** Some files of the system must be read at once, and {@link Files#readString} first reads one byte. */
    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    }

    /** Returns a number in a line; a regular expression would delay the start of a program by a millisecond. */
    private static long number(String line, int index) {
        StringTokenizer words = new StringTokenizer(line);
        for (int i = 0; i < index; i++) {
            words.nextToken();
        }
        return Long.parseLong(words.nextToken());
    }

    private static int ownerOfANewFile() throws IOException {
        Path probe = Files.createTempFile("graphkernel", ".probe");
        try {
            return (Integer) Files.getAttribute(probe, "unix:uid");
        } finally {
            Files.delete(probe);
        }
    }
}
