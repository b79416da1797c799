package io.graphkernel.processor.frontend.expression;

import com.sun.source.util.TreePath;
import io.graphkernel.graph.Dim;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.ConstantArithmetic;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.OpArguments;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DTypeValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.EnumValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TextValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.type.TypeKind;

/** Reader of attributes, the arguments that must be known at compile time. */
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
     * @param paths its argument; any number of arguments for a variadic parameter
     * @param arguments the call, for messages
     * @return the attribute's value, of the type given by {@link OpParameter.Kind}
     * @throws RejectedTreeException if it is not known at compile time
     */
    Object read(OpParameter parameter, List<TreePath> paths, OpArguments arguments) throws RejectedTreeException {
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

    /** Element of a list and its position. */
    private record Element(SymbolicValue value, TreePath path) {}

    private Element element(TreePath path) throws RejectedTreeException {
        return new Element(expressions.read(path, ""), path);
    }

    /** Returns an array's elements, or the values of the variadic arguments. */
    private List<Element> elements(List<TreePath> paths) throws RejectedTreeException {
        List<Element> elements = new ArrayList<>();
        for (TreePath path : paths) {
            SymbolicValue value = expressions.read(path, "");
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

    private Long integer(OpParameter parameter, TreePath path, OpArguments arguments) throws RejectedTreeException {
        return integer(parameter, element(path), arguments);
    }

    private Long integer(OpParameter parameter, Element element, OpArguments arguments) throws RejectedTreeException {
        expressions.scalars().requireKnownBefore(element.path(), element.value());
        if (element.value() instanceof ConstantValue constant && !(constant.value() instanceof Boolean)) {
            return (Long) ConstantArithmetic.convert(constant.value(), TypeKind.LONG);
        }
        throw notConstant(parameter, element.path(), arguments);
    }

    private Dim dim(OpParameter parameter, Element element, OpArguments arguments) throws RejectedTreeException {
        expressions.scalars().requireKnownBefore(element.path(), element.value());
        Optional<Dim> dim = DimArithmetic.dim(element.value());
        if (dim.isEmpty()) {
            throw notConstant(parameter, element.path(), arguments);
        }
        return dim.get();
    }

    private String text(OpParameter parameter, TreePath path, OpArguments arguments) throws RejectedTreeException {
        if (expressions.read(path, "") instanceof TextValue value) {
            return value.text();
        }
        throw notConstant(parameter, path, arguments);
    }

    private Object single(OpParameter parameter, TreePath path, OpArguments arguments) throws RejectedTreeException {
        SymbolicValue value = expressions.read(path, "");
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

    private RejectedTreeException notConstant(OpParameter parameter, TreePath path, OpArguments arguments) {
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
