package io.graphkernel.processor.incremental;

import io.graphkernel.processor.diagnostic.SourcePosition;
import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.ConstantData;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.ValueType;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.option.Options;
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
import java.util.TreeSet;
import javax.lang.model.element.TypeElement;

/**
 * The hash of all that the generated files and the report of a class follow from: the compiler, its options, the machine if
 * kernels are for it, and the class as the front end gives it, or what it is read from. Records are hashed component by
 * component, so that a new component is part of the key; a value of a class that is not known here is refused.
 */
final class ClassKey {

    /** Large enough that the digest sees few calls. */
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
     * The key of a class.
     *
     * @param code the compiler, {@link CompilerCode}
     * @param content a {@link KernelClass}, or the text that one is read from
     * @param options of this compilation; where its files are does not matter
     * @return in hexadecimal
     */
    static String of(String code, Object content, Options options) {
        ClassKey key = new ClassKey();
        key.string(code);
        key.add(new TreeSet<>(options.targets()));
        key.add(new TreeSet<>(options.optionalTargets()));
        key.add(options.platforms());
        if (options.platforms().isEmpty()) {
            key.string(System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        }
        key.add(options.flags());
        key.add(options.unrolledLaunches());
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
                || value instanceof Flags) {
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
            // In an order that follows from the class, as all maps of records of the front end.
            number(map.size());
            map.forEach((key, each) -> {
                add(key);
                add(each);
            });
        } else if (value instanceof Record each) {
            string(each.getClass().getName());
            components(each).forEach(this::add);
        } else if (!(value instanceof SourcePosition) && !(value instanceof TypeElement)) {
            // Those two say where messages are shown, and nothing else.
            throw new IllegalStateException("not known to the key of a class: " + value.getClass());
        }
    }

    private static List<Object> components(Record each) {
        List<RecordComponent> components;
        synchronized (COMPONENTS) {
            components = COMPONENTS.computeIfAbsent(each.getClass(), type -> {
                List<RecordComponent> all = List.of(type.getRecordComponents());
                all.forEach(component -> component.getAccessor().setAccessible(true));
                return all;
            });
        }
        return components.stream().map(component -> value(component, each)).toList();
    }

    private static Object value(RecordComponent component, Record owner) {
        try {
            return component.getAccessor().invoke(owner);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A node that was seen is a number. Operands come first, without recursion: chains are long. */
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

    /** The text of a type is what graphs are printed and parsed with. */
    private void type(ValueType type) {
        string(type.toString());
    }

    private void number(int number) {
        text.append(number).append(' ');
        flushIfLong();
    }

    /** The length is part of it, so that texts cannot run into each other. */
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
