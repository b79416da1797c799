package io.graphkernel.processor.frontend;

import com.sun.source.tree.LiteralTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.Value.ArrayValue;
import io.graphkernel.processor.frontend.Value.ConstantValue;
import io.graphkernel.processor.frontend.Value.DTypeValue;
import io.graphkernel.processor.frontend.Value.EnumValue;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.op.OpParameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;

/** Reads the arguments that decide the shape of a kernel, which are known when it is compiled. */
final class AttributeReader {

    private final Javac javac;
    private final ExpressionReader expressions;

    AttributeReader(Javac javac, ExpressionReader expressions) {
        this.javac = javac;
        this.expressions = expressions;
    }

    /**
     * Reads one attribute.
     *
     * @param parameter the op's parameter
     * @param paths its argument; several or none for one of variable arity
     * @param arguments the call, for messages
     * @return the attribute's value, as {@link OpParameter.Kind} says
     * @throws Rejected if it is not known at compile time
     */
    Object read(OpParameter parameter, List<TreePath> paths, OpArguments arguments) throws Rejected {
        return switch (parameter.kind()) {
            case AXIS, LONG -> integer(parameter, paths.get(0), arguments);
            case AXES, INTS, LONGS -> {
                List<Long> integers = new ArrayList<>();
                for (Element element : elements(paths)) {
                    integers.add(integer(parameter, element, arguments));
                }
                yield List.copyOf(integers);
            }
            case DIM -> List.of(dim(parameter, element(paths.get(0)), arguments));
            case DIMS -> {
                List<Dim> dims = new ArrayList<>();
                for (Element element : elements(paths)) {
                    dims.add(dim(parameter, element, arguments));
                }
                yield List.copyOf(dims);
            }
            case TEXT -> text(parameter, paths.get(0), arguments);
            default -> single(parameter, paths.get(0), arguments);
        };
    }

    /** One value of a list and where it is. */
    private record Element(Value value, TreePath path) {}

    private Element element(TreePath path) throws Rejected {
        return new Element(expressions.read(path, ""), path);
    }

    /** An array's elements, or the values of the arguments themselves. */
    private List<Element> elements(List<TreePath> paths) throws Rejected {
        List<Element> elements = new ArrayList<>();
        for (TreePath path : paths) {
            Value value = expressions.read(path, "");
            if (value instanceof ArrayValue array) {
                for (int i = 0; i < array.elements().size(); i++) {
                    TreePath written =
                            array.paths().isEmpty() ? path : array.paths().get(i);
                    elements.add(new Element(array.elements().get(i), written));
                }
            } else {
                elements.add(new Element(value, path));
            }
        }
        return elements;
    }

    private Long integer(OpParameter parameter, TreePath path, OpArguments arguments) throws Rejected {
        return integer(parameter, element(path), arguments);
    }

    private Long integer(OpParameter parameter, Element element, OpArguments arguments) throws Rejected {
        if (element.value() instanceof ConstantValue constant && !(constant.value() instanceof Boolean)) {
            return (Long) ConstantArithmetic.convert(constant.value(), TypeKind.LONG);
        }
        throw notConstant(parameter, element.path(), arguments);
    }

    private Dim dim(OpParameter parameter, Element element, OpArguments arguments) throws Rejected {
        Optional<Dim> dim = DimArithmetic.dim(element.value());
        if (dim.isEmpty()) {
            throw notConstant(parameter, element.path(), arguments);
        }
        return dim.get();
    }

    /** A literal, or a variable that is a constant of Java. */
    private String text(OpParameter parameter, TreePath path, OpArguments arguments) throws Rejected {
        Object value = path.getLeaf() instanceof LiteralTree literal
                ? literal.getValue()
                : javac.element(path) instanceof VariableElement variable ? variable.getConstantValue() : null;
        if (value instanceof String text) {
            return text;
        }
        throw notConstant(parameter, path, arguments);
    }

    private Object single(OpParameter parameter, TreePath path, OpArguments arguments) throws Rejected {
        Value value = expressions.read(path, "");
        if (value instanceof ConstantValue constant && constant.value() instanceof Boolean flag) {
            return flag;
        }
        if (value instanceof DTypeValue dtype) {
            return dtype.dtype().text();
        }
        if (value instanceof EnumValue constant) {
            return constant.constant();
        }
        throw notConstant(parameter, path, arguments);
    }

    private Rejected notConstant(OpParameter parameter, TreePath path, OpArguments arguments) {
        String role = switch (parameter.kind()) {
            case AXIS, AXES -> "the axis";
            case BOOLEAN -> parameter.name().equals("keepDims") ? "whether dims are kept" : "its " + parameter.name();
            case DTYPE -> "the dtype";
            default -> "its " + parameter.name();
        };
        return javac.reject(
                path, Diagnostic.NON_CONSTANT_ATTRIBUTE, Javac.text(path.getLeaf()), arguments.javaName(), role);
    }
}
