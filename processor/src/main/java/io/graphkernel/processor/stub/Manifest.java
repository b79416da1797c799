package io.graphkernel.processor.stub;

import io.graphkernel.processor.schedule.Plan;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;

/** What stands beside the kernel libraries of a class in the jar, under {@code META-INF/graphkernel/<class>/}. */
public final class Manifest {

    /** The version of the argument block and of the kernel table; the run time refuses another one. */
    private static final int ABI = 1;

    private static final int TAG_BYTES = 8;

    private Manifest() {}

    /**
     * The directory of a class's resources.
     *
     * @param qualifiedName the class
     * @return with a slash at the end
     */
    public static String directory(String qualifiedName) {
        return "META-INF/graphkernel/" + qualifiedName + "/";
    }

    /**
     * The tag that makes the kernel table's symbol unique in a process: a hash of the class and its C text.
     *
     * @param qualifiedName the class
     * @param source its C file
     * @return 16 hexadecimal digits
     */
    public static String tag(String qualifiedName, String source) {
        byte[] digest = sha256((qualifiedName + "\n" + source).getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest, 0, TAG_BYTES);
    }

    /**
     * The manifest's text.
     *
     * @param tag see {@link #tag}
     * @param functions size of the kernel table
     * @param fileNames library file name by platform
     * @param libraries library bytes by platform
     * @param plans the class's methods, whose kernels are named, and whose numbers of ops and launches are recorded
     * @return lines {@code key=value}
     */
    public static String text(
            String tag,
            int functions,
            SortedMap<String, String> fileNames,
            SortedMap<String, byte[]> libraries,
            List<Plan> plans) {
        StringBuilder text = new StringBuilder();
        text.append("abi=").append(ABI).append('\n');
        text.append("tag=").append(tag).append('\n');
        text.append("functions=").append(functions).append('\n');
        libraries.forEach((platform, bytes) -> {
            text.append("library.").append(platform).append('=');
            text.append(fileNames.get(platform)).append('\n');
            text.append("sha256.").append(platform).append('=');
            text.append(HexFormat.of().formatHex(sha256(bytes))).append('\n');
        });
        int function = 0;
        for (Plan plan : plans) {
            for (String name : plan.kernels().stream()
                    .flatMap(kernel -> kernel.functions().stream())
                    .toList()) {
                String key = "function." + function++;
                text.append(key).append('=').append(name).append('\n');
                text.append(key).append(".method=").append(plan.graph().name()).append('\n');
            }
        }
        for (Plan plan : plans) {
            String method = "method." + plan.graph().name();
            text.append(method).append(".ops=");
            text.append(plan.opCount()).append('\n');
            text.append(method)
                    .append(".launches=")
                    .append(plan.launches().size())
                    .append('\n');
        }
        return text.toString();
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
