package io.graphkernel.processor.stub.manifest;

import io.graphkernel.common.abi.ConstantFormat;
import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.processor.option.SkippedTarget;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Manifest of a class's kernels in the jar, under {@code META-INF/graphkernel/<class>/}. */
public final class Manifest {

    private static final int TAG_BYTES = 8;

    /** Relative path from the directory of a class to the root of the jar. */
    private static final String ROOT = "../../../";

    /**
     * File of constant tensors.
     *
     * @param path path from the root of the jar
     * @param sha256 hexadecimal hash of its content
     */
    public record Constants(String path, String sha256) {

        /** Returns its path relative to the directory of the class. */
        public String fromDirectory() {
            return ROOT + path;
        }
    }

    private Manifest() {}

    /**
     * Returns the tag that identifies a build of a class's kernels and makes their table's symbol unique in a process:
     * a hash of the class and of the kernel sources.
     *
     * @param qualifiedName the class
     * @param sources its C source, and other sources if present
     * @return 16 hexadecimal digits
     */
    public static String tag(String qualifiedName, String... sources) {
        byte[] digest = sha256((qualifiedName + "\n" + String.join("\n", sources)).getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest, 0, TAG_BYTES);
    }

    /**
     * Returns the manifest's text.
     *
     * @param tag see {@link #tag}
     * @param files files in the jar
     * @param constants file of constant tensors, if any
     * @param models SHA-256 hash of each file of a model, by path
     * @param kernelEntries entries about a kernel for the runtime, by key
     * @param table kernels of the class: the compiled functions, and those of each kernel of the stub
     * @return lines {@code key=value}
     */
    public static String text(
            String tag,
            List<KernelFile> files,
            Optional<Constants> constants,
            SortedMap<String, String> models,
            Function<ScheduledKernel, Map<String, String>> kernelEntries,
            KernelTable table) {
        StringBuilder text = new StringBuilder();
        line(text, ManifestFormat.ABI, KernelAbi.VERSION);
        line(text, ManifestFormat.TAG, tag);
        line(text, ManifestFormat.FUNCTIONS, table.functions().size());
        for (KernelFile file : files) {
            line(text, file.key(), file.fileName());
            line(text, ManifestFormat.HASH + file.directory(), hash(file.content()));
        }
        constants.ifPresent(file -> {
            line(text, ManifestFormat.CONSTANTS_FILE, file.path());
            line(text, ManifestFormat.CONSTANTS_HASH, file.sha256());
        });
        int model = 0;
        for (Map.Entry<String, String> entry : models.entrySet()) {
            line(text, ManifestFormat.MODEL_FILE + model, entry.getKey().replace("\\", "\\\\"));
            line(text, ManifestFormat.MODEL_HASH + model, entry.getValue());
            model++;
        }
        functions(text, table, kernelEntries);
        kernels(text, table);
        for (Plan plan : table.plans()) {
            String method = ManifestFormat.METHOD + plan.graph().name();
            line(text, method + ManifestFormat.OPS, plan.opCount());
            line(text, method + ManifestFormat.LAUNCHES, plan.launches().size());
        }
        return text.toString();
    }

    /**
     * Returns the lines about skipped targets and chips, which follow the {@link #text(String, List, Optional,
     * SortedMap, Function, KernelTable) text}.
     *
     * @param leftOut skipped targets and chips
     * @return lines {@code key=value}
     */
    public static String text(List<SkippedTarget> leftOut) {
        StringBuilder text = new StringBuilder();
        for (SkippedTarget skipped : leftOut) {
            String reason = "in " + skipped.method() + ", " + skipped.op() + ": " + skipped.reason();
            line(text, ManifestFormat.LEFT_OUT + skipped.target(), reason);
        }
        return text.toString();
    }

    /**
     * Returns the line about the graphs of the class, for other compilations.
     *
     * @param graphs content of their file
     * @return a line {@code key=value}
     */
    public static String textOfGraphs(byte[] graphs) {
        StringBuilder text = new StringBuilder();
        line(text, ManifestFormat.GRAPHS_HASH, hash(graphs));
        return text.toString();
    }

    private static void functions(
            StringBuilder text, KernelTable table, Function<ScheduledKernel, Map<String, String>> kernelEntries) {
        int index = 0;
        for (KernelTable.Entry entry : table.entries()) {
            Map<String, String> further = kernelEntries.apply(entry.kernel());
            for (String name : entry.kernel().functions()) {
                line(text, ManifestFormat.FUNCTION + index, name);
                for (Map.Entry<String, String> property : further.entrySet()) {
                    line(text, property.getKey() + "." + index, property.getValue());
                }
                index++;
            }
        }
    }

    /** Appends the kernel functions by index, with the stub's names. */
    private static void kernels(StringBuilder text, KernelTable table) {
        int index = 0;
        for (Plan plan : table.plans()) {
            for (ScheduledKernel kernel : plan.kernels()) {
                for (int i = 0; i < kernel.functions().size(); i++) {
                    String function =
                            table.number(kernel, i) + " " + plan.graph().name();
                    line(
                            text,
                            ManifestFormat.KERNEL + index++,
                            function + " " + kernel.functions().get(i));
                }
            }
        }
    }

    private static void line(StringBuilder text, String key, Object value) {
        text.append(key).append('=').append(value).append('\n');
    }

    /** Returns true if properties are those of a manifest. */
    public static boolean isOne(Properties entries) {
        return entries.containsKey(ManifestFormat.ABI) && entries.containsKey(ManifestFormat.TAG);
    }

    /**
     * Returns the files that a manifest lists.
     *
     * @param entries entries of the manifest
     * @return hash of each file by its path in the directory of the class
     */
    public static SortedMap<String, String> files(Properties entries) {
        SortedMap<String, String> files = new TreeMap<>();
        for (String key : entries.stringPropertyNames()) {
            if (key.startsWith(ManifestFormat.HASH)) {
                String directory = key.substring(ManifestFormat.HASH.length());
                fileName(entries, directory)
                        .ifPresent(name -> files.put(directory + "/" + name, entries.getProperty(key)));
            }
        }
        String constants = entries.getProperty(ManifestFormat.CONSTANTS_FILE, "");
        if (constants.endsWith(ConstantFormat.SUFFIX)) {
            files.put(ROOT + constants, entries.getProperty(ManifestFormat.CONSTANTS_HASH, ""));
        }
        return files;
    }

    /** Returns the file name for a key, see {@link KernelFile#key}. */
    private static Optional<String> fileName(Properties entries, String directory) {
        return entries.stringPropertyNames().stream()
                .filter(key -> key.equals(ManifestFormat.LIBRARY + directory) || key.startsWith(directory + "."))
                .map(entries::getProperty)
                .findFirst();
    }

    /**
     * Returns the hash of a file's content.
     *
     * @return its SHA-256 in hexadecimal
     */
    public static String hash(byte[] bytes) {
        return HexFormat.of().formatHex(sha256(bytes));
    }

    /** Stream that hashes the written bytes. */
    public static final class Hashing extends DigestOutputStream {

        /**
         * Creates a stream that wraps and closes another one.
         *
         * @param out receiver of the bytes
         */
        public Hashing(OutputStream out) {
            super(out, newDigest());
        }

        /** Returns the hash over all entries, computed once. */
        public String hash() {
            return HexFormat.of().formatHex(getMessageDigest().digest());
        }
    }

    private static byte[] sha256(byte[] bytes) {
        return newDigest().digest(bytes);
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
