package io.graphkernel.processor.stub;

import io.graphkernel.processor.launch.PlanFile;
import io.graphkernel.processor.schedule.Plan;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;

/** What stands beside the kernel libraries of a class in the jar, under {@code META-INF/graphkernel/<class>/}. */
public final class Manifest {

    /** The name of the manifest in the directory of a class. */
    public static final String FILE = "manifest.properties";

    private static final String LIBRARY = "library.";
    private static final String HASH = "sha256.";
    private static final String PLANS = "plans";

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
     * The tag that names a build of a class's kernels and makes their table's symbol unique in a process: a hash of the
     * class and of what the kernels are compiled from.
     *
     * @param qualifiedName the class
     * @param sources its C file, and others if there are
     * @return 16 hexadecimal digits
     */
    public static String tag(String qualifiedName, String... sources) {
        byte[] digest = sha256((qualifiedName + "\n" + String.join("\n", sources)).getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest, 0, TAG_BYTES);
    }

    /**
     * The manifest's text.
     *
     * @param tag see {@link #tag}
     * @param functions size of the kernel table
     * @param fileNames library file name by platform
     * @param libraries library bytes by platform
     * @param gpuFiles what stands there for GPUs
     * @param gpuSlots the number of argument slots of each GPU kernel by its name; empty without GPUs
     * @param walked the file of plans that are walked; empty without any
     * @param plans the class's methods, whose kernels are named, and whose numbers of ops and launches are recorded
     * @return lines {@code key=value}
     */
    public static String text(
            String tag,
            int functions,
            SortedMap<String, String> fileNames,
            SortedMap<String, byte[]> libraries,
            SortedMap<GpuFile, byte[]> gpuFiles,
            Map<String, Integer> gpuSlots,
            Optional<byte[]> walked,
            List<Plan> plans) {
        StringBuilder text = new StringBuilder();
        text.append("abi=").append(ABI).append('\n');
        text.append("tag=").append(tag).append('\n');
        text.append("functions=").append(functions).append('\n');
        libraries.forEach((platform, bytes) -> {
            text.append(LIBRARY).append(platform).append('=');
            text.append(fileNames.get(platform)).append('\n');
            text.append(HASH).append(platform).append('=');
            text.append(hash(bytes)).append('\n');
        });
        gpuFiles.forEach((file, bytes) -> text.append(file.manifestLines(hash(bytes))));
        walked.ifPresent(bytes -> {
            text.append(PLANS).append('=').append(PlanFile.NAME).append('\n');
            text.append(HASH).append(PLANS).append('=').append(hash(bytes)).append('\n');
        });
        int index = 0;
        for (Plan plan : plans) {
            for (String name : plan.kernels().stream()
                    .flatMap(kernel -> kernel.functions().stream())
                    .toList()) {
                String function = "function." + index;
                text.append(function).append('=').append(name).append('\n');
                text.append(function).append(".method=").append(plan.graph().name());
                text.append('\n');
                if (gpuSlots.containsKey(name)) {
                    text.append("slots.").append(index).append('=');
                    text.append(gpuSlots.get(name)).append('\n');
                }
                index++;
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

    /** Whether properties are those of a manifest. */
    public static boolean isOne(Properties entries) {
        return entries.containsKey("abi") && entries.containsKey("tag");
    }

    /**
     * The files that a manifest lists.
     *
     * @param entries those of the manifest
     * @return the hash of each by its path in the directory of the class
     */
    public static SortedMap<String, String> files(Properties entries) {
        SortedMap<String, String> files = new TreeMap<>();
        for (String key : entries.stringPropertyNames()) {
            if (key.startsWith(LIBRARY)) {
                String platform = key.substring(LIBRARY.length());
                files.put(platform + "/" + entries.getProperty(key), entries.getProperty(HASH + platform, ""));
            }
        }
        if (entries.containsKey(PLANS)) {
            files.put(entries.getProperty(PLANS), entries.getProperty(HASH + PLANS, ""));
        }
        for (GpuFile file : GpuFile.values()) {
            file.hash(entries).ifPresent(hash -> files.put(file.path(), hash));
        }
        return files;
    }

    /**
     * What a manifest says of the content of a file.
     *
     * @return its SHA-256 in hexadecimal
     */
    public static String hash(byte[] bytes) {
        return HexFormat.of().formatHex(sha256(bytes));
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
