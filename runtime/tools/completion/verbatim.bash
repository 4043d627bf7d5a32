# Completion of verbatim and verbatim-decode for bash. The options and subcommands are those of --help.
_verbatim() {
  local cur prev words cword
  _init_completion || return
  local -a command=("${words[0]}")
  if [[ ${words[0]##*/} == verbatim && $cword -gt 1 && ${words[1]} != -* ]]; then
    command+=("${words[1]}")
  fi
  local help
  help=$("${command[@]}" --help 2>/dev/null)
  if [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(grep -oE -- '^  (-[a-z],)?--[a-z-]+' <<<"$help" | grep -oE -- '--[a-z-]+')" -- "$cur")
    return
  fi
  local -r subcommands=$(sed -nE '/^Subcommands:/,$ s/^  ([a-z]+) .*/\1/p' <<<"$help")
  if [[ -n $subcommands ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$subcommands" -- "$cur")
    return
  fi
  # The value of an option: one of the words that --help lists.
  local value=
  [[ $prev != --* ]] || value=$(sed -nE "s/^  (-[a-z],)?$prev [A-Z]*:?\\{?([a-z0-9_]+([,|][a-z0-9_]+)+).*/\\2/p" <<<"$help")
  if [[ -n $value ]]; then
    mapfile -t COMPREPLY < <(compgen -W "${value//[,|]/ }" -- "$cur")
  else
    _filedir
  fi
}
complete -F _verbatim verbatim verbatim-decode
