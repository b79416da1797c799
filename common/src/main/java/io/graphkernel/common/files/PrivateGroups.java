package io.graphkernel.common.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Detection of groups with a single member, from {@code /etc/group} and {@code /etc/passwd}. Many systems have such a
 * group per user, and a umask with group write permission.
 */
final class PrivateGroups {
    private static final int NAME = 0;
    private static final int ID = 2;
    private static final int GROUP_OF_USER = 3;
    private static final int MEMBERS = 3;

    private PrivateGroups() {}

    /**
     * Returns true if a group has a single member; false if the files do not have the group, since a directory service
     * may have more members.
     */
    static boolean hasOnly(int group, int user) throws IOException {
        Path groups = Path.of("/etc/group");
        Path users = Path.of("/etc/passwd");
        return Files.isReadable(groups) && Files.isReadable(users) && hasOnly(group, user, lines(groups), lines(users));
    }

    static boolean hasOnly(int group, int user, List<String> groups, List<String> users) {
        String name = null;
        boolean primary = false;
        for (String line : users) {
            String[] fields = line.split(":", -1);
            if (fields.length > GROUP_OF_USER && fields[ID].equals(Integer.toUnsignedString(user))) {
                name = fields[NAME];
            }
            if (fields.length > GROUP_OF_USER && fields[GROUP_OF_USER].equals(Integer.toUnsignedString(group))) {
                if (!fields[ID].equals(Integer.toUnsignedString(user))) {
                    return false;
                }
                primary = true;
            }
        }
        for (String line : groups) {
            String[] fields = line.split(":", -1);
            if (fields.length > MEMBERS && fields[ID].equals(Integer.toUnsignedString(group))) {
                return primary && (fields[MEMBERS].isEmpty() || fields[MEMBERS].equals(name));
            }
        }
        return false;
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    }
}
