package io.graphkernel.processor.incremental;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.ConstantData;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.ValueType;
import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.toolchain.InstructionSet;
import io.graphkernel.processor.toolchain.Platform;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.TypeElement;

/**
 * Cache key of a class: a hash of all inputs of its generated files and report. These are the compiler, its options,
 * the machine if it affects kernels, and the class as read by the front end, or its source fingerprint. Records are
 * hashed by component, so that new components enter the key; values of unknown classes are rejected.
 */
final class ClassKey {

    /** Buffer size that keeps the number of digest updates small. */
    private static final int FLUSHED = 1 << 16;

    private static final Map<Class<?>, List<RecordComponent>> COMPONENTS = new IdentityHashMap<>();

    private final MessageDigest digest;
    private final StringBuilder text = new StringBuilder();
    private final Map<Node, Integer> numbers = new IdentityHashMap<>();

    private ClassKey() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * Returns the key of a class.
     *
     * @param code fingerprint of the compiler, see {@link CompilerFingerprint}
     * @param content a {@link KernelClass}, or its source fingerprint
     * @param options options of this compilation; paths are ignored
     * @return hexadecimal key
     */
    static String of(String code, Object content, Options options) {
        ClassKey key = new ClassKey();
        key.string(code);
        key.add(new TreeSet<>(options.targets().ids()));
        key.add(new TreeSet<>(options.targets().optional()));
        Set<Platform> platforms = Platform.named(options.platforms());
        key.number(platforms.size());
        for (Platform platform : platforms) {
            key.add(platform);
            key.add(InstructionSet.named(platform.instructionSets(), options.instructionSets()));
        }
        key.add(options.flags());
        key.add(options.inlineLaunchLimit());
        key.add(content);
        key.flush();
        return HexFormat.of().formatHex(key.digest.digest());
    }

    private void add(Object value) {
        if (value == null) {
            string("");
        } else if (value instanceof Node node) {
            node(node);
        } else if (value instanceof String
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Enum<?>
                || value instanceof Dim
                || value instanceof FlagValues) {
            string(value.getClass().getSimpleName());
            string(value.toString());
        } else if (value instanceof ConstantData data) {
            string(data.sha256());
        } else if (value instanceof Optional<?> optional) {
            add(optional.map(List::of).orElse(List.of()));
        } else if (value instanceof List<?> || value instanceof TreeSet<?>) {
            Collection<?> values = (Collection<?>) value;
            number(values.size());
            values.forEach(this::add);
        } else if (value instanceof Map<?, ?> map) {
            // All maps in the front end's records have a deterministic order.
            number(map.size());
            map.forEach((key, element) -> {
                add(key);
                add(element);
            });
        } else if (value instanceof Record composite) {
            string(composite.getClass().getName());
            components(composite).forEach(this::add);
        } else if (!(value instanceof SourcePosition) && !(value instanceof TypeElement)) {
            // These two only determine the positions of messages.
            throw new IllegalStateException("not known to the key of a class: " + value.getClass());
        }
    }

    private static List<Object> components(Record record) {
        List<RecordComponent> components;
        synchronized (COMPONENTS) {
            components = COMPONENTS.computeIfAbsent(record.getClass(), type -> {
                List<RecordComponent> recordComponents = List.of(type.getRecordComponents());
                recordComponents.forEach(component -> component.getAccessor().setAccessible(true));
                return recordComponents;
            });
        }
        return components.stream().map(component -> value(component, record)).toList();
    }

    private static Object value(RecordComponent component, Record owner) {
        try {
            return component.getAccessor().invoke(owner);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Adds a node, or the index of a node added before. Operands precede it, without recursion, since chains are long.
     */
    private void node(Node root) {
        Deque<Node> pending = new ArrayDeque<>(List.of(root));
        while (!pending.isEmpty()) {
            Node node = pending.peek();
            int before = pending.size();
            if (!numbers.containsKey(node)) {
                node.operands().stream()
                        .filter(operand -> !numbers.containsKey(operand))
                        .forEach(pending::push);
            }
            if (pending.size() == before) {
                pending.pop();
                define(node);
            }
        }
        number(numbers.get(root));
    }

    private void define(Node node) {
        if (numbers.putIfAbsent(node, numbers.size()) != null) {
            return;
        }
        add(node.kind());
        string(node.op());
        number(node.operands().size());
        node.operands().forEach(operand -> number(numbers.get(operand)));
        attributes(node.attributes());
        type(node.type());
        string(node.label());
        add(node.origin());
        if (node.op().equals(Node.TENSOR_CONSTANT)) {
            add(node.data());
        }
    }

    private void attributes(Attributes attributes) {
        number(attributes.values().size());
        attributes.values().forEach((name, value) -> {
            string(name);
            add(value);
        });
    }

    /** Adds the text of a type, in the form used by graph files. */
    private void type(ValueType type) {
        string(type.toString());
    }

    private void number(int number) {
        text.append(number).append(' ');
        flushIfLong();
    }

    /** Adds a string with its length, so that adjacent strings remain distinguishable. */
    private void string(String value) {
        text.append(value.length()).append(':').append(value);
        flushIfLong();
    }

    private void flushIfLong() {
        if (text.length() > FLUSHED) {
            flush();
        }
    }

    private void flush() {
        digest.update(text.toString().getBytes(StandardCharsets.UTF_8));
        text.setLength(0);
    }
}
