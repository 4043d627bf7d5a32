# Completion of verbatim-emulator for bash. The options are those of --help.
_verbatim_emulator() {
  local cur prev words cword at
  _init_completion || return
  local help
  help=$("${words[0]}" --help 2>/dev/null)
  local -r valued=$(sed -nE 's/^  (-[a-z],)?(--[a-z-]+)(=)? [A-Za-z].*/\2/p' <<<"$help")
  # The command and its arguments follow the options.
  for ((at = 1; at < cword; ++at)); do
    if [[ ${words[at]} != -* ]]; then
      _command_offset $at
      return
    fi
    if [[ ${words[at]} != *=* ]] && grep -qxFe "${words[at]}" <<<"$valued"; then
      ((++at))
    fi
  done
  if ((at == cword)); then
    if [[ $cur == -* ]]; then
      mapfile -t COMPREPLY < <(compgen -W "$(grep -oE -- '^  (-[a-z],)?--[a-z-]+' <<<"$help" | grep -oE -- '--[a-z-]+')" -- "$cur")
    else
      _command_offset $at
    fi
    return
  fi
  # The value of an option: a file, or one of the words that --help lists.
  local -r value=$(sed -nE "s/^  (-[a-z],)?$prev ([^ ]+).*/\\2/p" <<<"$help")
  case $value in
    FILE) _filedir ;;
    *\|*) mapfile -t COMPREPLY < <(compgen -W "${value//|/ }" -- "$cur") ;;
  esac
}
complete -F _verbatim_emulator verbatim-emulator
