package io.graphkernel.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringTokenizer;

/** The user of this process, by number: a container need not have a name for it. */
final class CurrentUser {
    /** The environment variable by which somebody says that the machine or container has no other user. */
    static final String ALONE = "GRAPHKERNEL_SINGLE_USER";

    private static final int ROOT = 0;
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path OVERFLOW = Path.of("/proc/sys/kernel/overflowuid");
    /** As many as there are; the last number stands for none. */
    private static final long USERS = (1L << 32) - 1;

    private static final int NONE = -1;

    /**
     * Two users' numbers.
     *
     * @param effective of this process
     * @param outside of all users whom the user namespace does not map; {@link #NONE} if it maps everybody
     * @param alsoInside whether a user inside has the number of those outside, too
     */
    record Numbers(int effective, int outside, boolean alsoInside) {
        /** Outsiders are told from nobody: not from each other, nor from a user inside with their number. */
        boolean trusts(int owner, boolean strangersReach) {
            if (owner == outside) {
                return !strangersReach && (!alsoInside || owner == effective);
            }
            return owner == effective || owner == ROOT;
        }
    }

    private static volatile Numbers numbers;

    private CurrentUser() {}

    /**
     * The effective user's number.
     *
     * @throws IOException if the system does not tell
     */
    static int id() throws IOException {
        return numbers().effective();
    }

    /**
     * Whether modes need not be looked at. The volumes of many containers may be written by everybody, who is one user then;
     * that cannot be seen from inside.
     */
    static boolean isAlone() {
        return Boolean.parseBoolean(System.getenv(ALONE));
    }

    /**
     * Whether files of an owner are as good as this user's: root can replace every file anyway. In a namespace that does not
     * map it, the machine's root has the number of all outsiders, and owns the directories of the system.
     *
     * @param strangersReach whether other users can make files where the file lies, so that an outsider need not be root
     */
    static boolean trusts(int owner, boolean strangersReach) throws IOException {
        return numbers().trusts(owner, strangersReach);
    }

    /** Whether a number may be that of any user outside of the namespace. */
    static boolean isOutside(int owner) throws IOException {
        return numbers().outside() != NONE && owner == numbers().outside();
    }

    private static Numbers numbers() throws IOException {
        if (numbers == null) {
            numbers = Files.isReadable(STATUS)
                    ? numbers(effective(lines(STATUS)))
                    : new Numbers(ownerOfANewFile(), NONE, false);
        }
        return numbers;
    }

    /** The second number of the line {@code Uid:}. */
    static int effective(List<String> status) throws IOException {
        for (String line : status) {
            if (line.startsWith("Uid:")) {
                return (int) number(line, 2);
            }
        }
        throw new IOException(STATUS + " has no line Uid");
    }

    private static Numbers numbers(int effective) throws IOException {
        Path map = Path.of("/proc/self/uid_map");
        return Files.isReadable(map) && Files.isReadable(OVERFLOW)
                ? numbers(effective, lines(map), overflow())
                : new Numbers(effective, NONE, false);
    }

    /**
     * The numbers by the map of the namespace.
     *
     * @param map lines of first number inside, first number outside, and count
     * @param overflow the number that the system shows for users whom a namespace does not map
     */
    static Numbers numbers(int effective, List<String> map, long overflow) {
        long mapped = 0;
        boolean inside = false;
        for (String line : map) {
            long first = number(line, 0);
            long count = number(line, 2);
            mapped += count;
            inside |= overflow >= first && overflow < first + count;
        }
        return mapped >= USERS ? new Numbers(effective, NONE, false) : new Numbers(effective, (int) overflow, inside);
    }

    /** The number that the system shows for users whom a namespace does not map. */
    static long overflow() throws IOException {
        return number(lines(OVERFLOW).get(0), 0);
    }

    /** The system gives some of its files in one piece only, and {@link Files#readString} asks for one byte first. */
    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    }

    /** A word of a line; a regular expression would cost a program's start a millisecond. */
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
